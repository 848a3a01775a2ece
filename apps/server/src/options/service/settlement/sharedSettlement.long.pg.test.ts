import { partitionOf } from '@glasshouse/core/contracts/partition'
import { price, usdt } from '@glasshouse/core/money/units'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFollowedMarkets, serveTicks } from '../../../markets/index.fixture.ts'
import type { FollowedMarkets } from '../../../markets/index.ts'
import { createOwnMessages, type Messages, NotDeliveredError } from '../../../platform/events/index.ts'
import { buyOption } from '../place.ts'
import type { OptionDeps } from '../terms.ts'
import { exitsAt } from './resolve.ts'
import { type SettlementWorker, startSettlementWorker, startSharedSettlement } from './settlementWorker.ts'
import { shareOfEngine, shareOfLeader } from './share.ts'

/** A leader whose markets an engine beside it follows: the engine settles the options of its customers. */

const uid = 1
const partition = partitionOf(uid, 16)
const patience = { askEveryMs: 5, freshMs: 60_000, answerMs: 1000, heardWithinMs: 1000 }

let stage: OptionStage
let messages: Messages
let followed: FollowedMarkets
let leader: SettlementWorker
let engine: SettlementWorker
let closers: (() => Promise<unknown>)[]
/** What the engine holds, as it knows, and as its transactions find. */
let isHeld: boolean
let isProven: boolean
/** What happens between the judgement and the transaction that settles. */
let onJudged: (judged: Awaited<ReturnType<FollowedMarkets['exitsAt']>>) => Promise<typeof judged>
/** Expiries whose ticks the leader stores promptly. */
let registered: string[]
let isFormer: boolean

const sharing = {
  isHolding: (one: number) => isHeld && one === partition,
  onHeld: () => () => undefined,
  holds: async () => isProven,
  assertDecides: async () => undefined,
}
const setTerm = (term: number) => sql`update platform_leader set term = ${term}`.execute(stage.database.db)
const lead = async (term: number): Promise<void> => {
  await setTerm(term)
  const { markets } = stage.deps
  const options = { isClockSteady: markets.isClockSteady, exitsAt: exitsAt({ ...stage, markets }) }
  const source = { ...markets, ...(isFormer ? {} : { options }) }
  const stop = serveTicks(stage, source, messages, term)
  const beat = (): void => messages.publish('leader', { term })
  beat()
  const beating = setInterval(beat, 5)
  closers.unshift(async () => clearInterval(beating), stop)
}
const start = async (): Promise<void> => {
  await lead(1)
  followed = await openFollowedMarkets(
    { ...stage, messages, stopped: new AbortController().signal },
    patience,
  )
  closers.unshift(followed.close)
  const { markets } = stage.deps
  leader = await startSettlementWorker({
    ...stage,
    markets: {
      ...markets,
      registerDecision: (pid, atMs) => {
        registered.push(`${pid} at ${atMs}`)
        return markets.registerDecision(pid, atMs)
      },
    },
    share: shareOfLeader(stage.settings, { ...sharing, isHolding: () => false }, () => !isFormer),
  })
  engine = await startSharedSettlement({
    ...stage,
    markets: { ...followed, exitsAt: async (due) => onJudged(await followed.exitsAt(due)) },
    share: shareOfEngine(stage.settings, sharing, followed.decidesOptions),
  })
  closers.unshift(leader.close, engine.close)
}

beforeEach(async () => {
  stage = await optionFixture()
  await stage.deps.settling.close()
  messages = createOwnMessages((error) => {
    throw error
  })
  closers = []
  registered = []
  isHeld = true
  isProven = true
  isFormer = false
  onJudged = async (judged) => judged
  await stage.give(uid, '100')
  // Known for long enough that the source's clock is known, too.
  for (let second = 0; second < 20; second += 1) speak('60000')
})
afterEach(async () => {
  for (const close of closers) await close()
  expect(await stage.broken()).toEqual({})
  await stage.close()
})

const speak = (at: string): void => {
  stage.clock.tick(1000)
  stage.trade(at)
}
const buy = () =>
  buyOption(
    { ...stage, markets: followed, settling: engine, holder: sharing } satisfies OptionDeps,
    { uid },
    {
      ...{ pid: 1, type: 'call', seconds: 30, stake: usdt('10') },
      ...{ seenPrice: price('60000'), termsId: undefined },
    },
  )
/** Trades until an option of 30 s has expired, the last one a second before, and its stragglers are over. */
const expire = (): void => {
  for (let second = 0; second < 29; second += 1) speak(second < 28 ? '60001' : '60002')
  stage.clock.tick(1300)
  stage.trade('50000')
}
const ended = async () =>
  (await stage.list(uid, 'settled')).map(({ outcome, exitPrice }) => [outcome, exitPrice])
const won = [['win', price('60002')]]

describe('an option of a customer of an engine beside the leader', () => {
  it('is bought at the tick that the engine follows, and settled there by the tick that the leader says', async () => {
    await start()
    await waitUntil(() => followed.isClockSteady())
    const bought = await buy()
    expect(bought.entry_n).toBe(followed.inForce('BTCUSDT')?.tick.n)
    expire()
    await leader.look()
    expect(await ended()).toEqual([])
    expect(engine.open()).toBe(1)
    await engine.look()
    expect(await ended()).toEqual(won)
    expect([engine.open(), leader.open()]).toEqual([0, 0])
  })

  it('is not bought by an engine that does not hold the customer any more, and has no effect', async () => {
    await start()
    await waitUntil(() => followed.isClockSteady())
    isProven = false
    await expect(buy()).rejects.toBeInstanceOf(NotDeliveredError)
    expect(await stage.list(uid)).toEqual([])
    expect(await stage.held(uid, 'wallet')).toBe(usdt('100'))
  })

  it('is found by the engine that takes its customer over, and its ticks are stored promptly by the leader', async () => {
    await start()
    isHeld = false
    const bought = await stage.place(uid)
    await engine.look()
    expect(engine.open()).toBe(0)
    isHeld = true
    expire()
    await leader.look()
    expect(registered).toContain(`1 at ${bought.expires_ms}`)
    await engine.look()
    expect(await ended()).toEqual(won)
  })

  it('is left by an engine whose leases are over, and settled by the leader once it is overdue', async () => {
    await start()
    await stage.place(uid)
    isProven = false
    expire()
    await engine.look()
    await leader.look()
    expect(await ended()).toEqual([])
    stage.clock.tick(5000)
    await leader.look()
    expect(await ended()).toEqual(won)
  })

  it.each(['by a tick', 'as a void without a tick'])(
    'is not settled %s that a replaced leader said',
    async (how) => {
      await start()
      await stage.place(uid)
      expire()
      onJudged = async (judged) => {
        await setTerm(2)
        const exits = judged.exits.map(() => ({ tick: null, silence: { fromMs: null, toMs: null } }))
        return how === 'by a tick' ? judged : { ...judged, exits }
      }
      await engine.look()
      expect(await ended()).toEqual([])
      onJudged = async (judged) => judged
      await lead(2)
      await waitUntil(() => followed.term() === 2)
      await waitUntil(async () => {
        await engine.look()
        return (await ended()).length > 0
      })
      expect(await ended()).toEqual(won)
    },
  )

  it('waits while the leader cannot say yet how it ends, by the clock of the leader too', async () => {
    await start()
    const { expires_ms } = await stage.place(uid)
    const { markets } = stage.deps
    stage.clock.tick(expires_ms + 299 - stage.clock.now())
    const due = [{ pid: 1, atMs: expires_ms }]
    expect((await exitsAt({ ...stage, markets })(due)).exits).toEqual([null])
    // Silent for more than 5 s: void.
    stage.clock.tick(1)
    expect((await exitsAt({ ...stage, markets })(due)).exits).toMatchObject([{ silence: { toMs: null } }])
  })

  it('is settled by a leader of a former release itself', async () => {
    isFormer = true
    await start()
    expect(followed.decidesOptions()).toBe(false)
    await stage.place(uid)
    expire()
    await engine.look()
    expect(await ended()).toEqual([])
    await leader.look()
    expect(await ended()).toEqual(won)
  })
})
