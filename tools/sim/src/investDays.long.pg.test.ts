import { dayMs } from '@glasshouse/core/calendar/durations'
import { DomainError } from '@glasshouse/core/errors/registry'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { someCases } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { type InvestStage, investFixture, stageMidnights } from '@glasshouse/testkit/investments'
import { seededRandom } from '@glasshouse/testkit/random'
import { testPassword } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { buyBaseCycle } from '../../../apps/server/src/invest/index.ts'
import {
  bought,
  heldBy,
  type InvestModel,
  type ModelCycle,
  midnightPassed,
  promisedBy,
  purchaseRefusal,
} from './investModel.fixture.ts'

const people = 5

let stage: InvestStage
afterEach(() => stage.close())

const openWorld = async () => {
  stage = await investFixture()
  const week = await stage.product({
    cycles: [
      { method: 'fixed', rate: '0.00110003', days: 7 },
      { method: 'compound', rate: '0.00333333', days: 13 },
    ],
    reserve: '9',
    redeemfee: '0.37',
  })
  const month = await stage.product({
    cycles: [{ method: 'compound', rate: '0.0135', days: 30 }],
    reserve: '60',
  })
  const trial = await stage.product({
    type: 'experience',
    cycles: [{ method: 'fixed', rate: '0.0006', days: 3 }],
    reserve: '0.5',
  })
  const base = { trial: false, compound: false, share: 37_000_000n }
  const cycles: readonly ModelCycle[] = [
    { ...base, product: week, rate: 110_003n, days: 7 },
    { ...base, product: week, compound: true, rate: 333_333n, days: 13 },
    { ...base, product: month, compound: true, rate: 1_350_000n, days: 30, share: 100_000_000n },
    { ...base, product: trial, trial: true, rate: 60_000n, days: 3, share: 100_000_000n },
  ]
  const model: InvestModel = { wallets: new Map(), funds: new Map(), reserves: new Map(), orders: [] }
  for (const [product, reserve] of [
    [week, '9'],
    [month, '60'],
    [trial, '0.5'],
  ] as const)
    model.reserves.set(product, usdt(reserve))
  for (let at = 0; at < people; at += 1) {
    const uid = await stage.saver('2500.00000001')
    await stage.give(uid, 'experience', usdt('250.5'))
    model.wallets.set(uid, usdt('2500.00000001'))
    model.funds.set(uid, usdt('250.5'))
  }
  return { cycles, model, uids: [...model.wallets.keys()] }
}
type World = Awaited<ReturnType<typeof openWorld>>

const buy = (uid: number, cycle: ModelCycle, money: bigint) =>
  cycle.trial
    ? stage.buyTrial(uid, cycle.product)
    : buyBaseCycle(
        stage,
        { uid },
        {
          productId: cycle.product,
          method: cycle.compound ? 'compound' : 'fixed',
          amount: money as Usdt,
          withdrawPassword: testPassword,
          stopLossPercent: null,
        },
      )

const outcome = (attempt: Promise<{ id: number }>): Promise<{ id: number } | string> =>
  attempt.catch((error: unknown) => {
    if (error instanceof DomainError) return error.code
    throw error
  })

/** All people at once try to buy the same: as many succeed as one after the other would. */
const buyTogether = async ({ model, uids }: World, cycle: ModelCycle, money: bigint): Promise<void> => {
  const results = await Promise.all(uids.map((uid) => outcome(buy(uid, cycle, money))))
  for (const [at, result] of results.entries()) {
    const uid = uids[at] ?? 0
    if (typeof result === 'string') continue
    expect(purchaseRefusal(model, uid, cycle, money)).toBeNull()
    bought(model, { id: result.id, uid, cycle, money })
  }
  for (const [at, result] of results.entries())
    if (typeof result === 'string') expect(purchaseRefusal(model, uids[at] ?? 0, cycle, money)).toBe(result)
}

const redeem = async ({ model, uids }: World, random: ReturnType<typeof seededRandom>): Promise<void> => {
  const order = model.orders.length === 0 ? undefined : random.pick(model.orders)
  if (order === undefined) return
  const uid = random.chance(0.1) ? random.pick(uids) : order.uid
  const result = await outcome(stage.redeem(uid, order.id))
  if (uid !== order.uid) return expect(result).toBe('notFound')
  if (order.state !== 'running' || order.accrued === 0) return expect(result).toBe('invalidState')
  expect(result).toMatchObject({ id: order.id })
  order.state = 'redeeming'
}

/** Moves the calendar; sometimes the run is killed at some statement, and another process continues. */
const pass = async ({ model }: World, days: number, killAt: number | null): Promise<void> => {
  stage.clock.advance(days * dayMs)
  if (killAt !== null) {
    const death = killConnectionAt(stage.database.url, killAt, killAt % 2 === 0 ? 'before' : 'after')
    await stage.midnights.run().catch(() => undefined)
    death.over()
    await drainDeadConnections(stage.database.pool)
  }
  await stageMidnights(stage).run()
  for (let day = 0; day < days; day += 1) midnightPassed(model)
}

const compare = async ({ model, uids, cycles }: World): Promise<void> => {
  for (const uid of uids) {
    expect(await stage.account(uid, 'wallet')).toBe(model.wallets.get(uid))
    expect(await stage.account(uid, 'experience')).toBe(model.funds.get(uid))
    expect(await stage.account(uid, 'principal')).toBe(heldBy(model, uid, false))
    expect(await stage.account(uid, 'experiencePrincipal')).toBe(heldBy(model, uid, true))
  }
  for (const { product } of cycles) {
    expect(await stage.reserveOf(product)).toBe(model.reserves.get(product))
    const { rows } = await sql<{
      promised: bigint
    }>`select promised from invest_product where id = ${product}`.execute(stage.database.db)
    expect(rows[0]?.promised).toBe(promisedBy(model, product))
  }
  const { rows } = await sql<{ id: number; state: string; accrued_days: number }>`
    select id, state, accrued_days from invest_order order by id`.execute(stage.database.db)
  const known = model.orders
    .map(({ id, state, accrued }) => ({ id, state, accrued_days: accrued }))
    .sort((a, b) => a.id - b.id)
  expect(rows).toEqual(known)
}

it.each(someCases([1, 2, 3], 0))(
  'random days end as the model says, also when runs are killed and buys are concurrent (seed %i)',
  async (seed) => {
    const world = await openWorld()
    const random = seededRandom(seed)
    for (let step = 0; step < 60; step += 1) {
      const cycle = random.pick(world.cycles)
      const uid = random.pick(world.uids)
      const odd = random.chance(0.1) ? 5_000_000_000n : 0n
      const money = cycle.trial ? usdt('250.5') : BigInt(random.whole(0, 12)) * 10_000_000_000n + odd
      const roll = random.whole(1, 10)
      if (roll <= 4) {
        const refusal = purchaseRefusal(world.model, uid, cycle, money)
        const result = await outcome(buy(uid, cycle, money))
        if (typeof result === 'string') expect(result).toBe(refusal)
        else {
          expect(refusal).toBeNull()
          bought(world.model, { id: result.id, uid, cycle, money })
        }
      } else if (roll === 5) await buyTogether(world, cycle, money)
      else if (roll <= 7) await redeem(world, random)
      else await pass(world, random.whole(1, 3), random.chance(0.4) ? random.whole(1, 40) : null)
      await compare(world)
    }
    expect(await stage.broken()).toEqual({})
    expect(new Set(world.model.orders.map(({ state }) => state)).size).toBeGreaterThan(2)
  },
  120_000,
)
