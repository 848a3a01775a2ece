import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { price, quantity } from '@glasshouse/core/money/units'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { optionReceipt as shownReceipt } from '../../../apps/server/src/options/index.fixture.ts'
import { insertSettlements } from '../../../apps/server/src/trust/store/settlements.ts'
import { exportDay } from './export.ts'
import { type ListedExport, readListed } from './listed.fixture.ts'
import { verifyOptions } from './options.ts'
import type { OptionReceipt } from './read.ts'

let stage: OptionStage
let folder: string
let day: ListedExport
beforeAll(async () => {
  stage = await optionFixture()
  folder = await mkdtemp(join(tmpdir(), 'verify-options-'))
  await stage.give(1, '1000')
  for (const [at, silentMs] of [
    ['60001', 100],
    ['60000', 100],
    ['59999', 100],
    ['60001', 5200],
  ] as const) {
    stage.trade('60000')
    for (const type of ['call', 'put'] as const) await stage.place(1, { type })
    stage.clock.tick(29_950)
    stage.trade('60500')
    stage.trade(at)
    stage.clock.tick(50 + silentMs)
    stage.trade('60000')
    await stage.pass(300)
    stage.clock.tick(1000)
  }
  stage.trade('60000')
  await stage.place(1, { seconds: 900 })
  await settleInDisconnection()
  // Everything that waits to be written is written.
  await stage.restart()
  const today = new Date(stage.clock.now()).toISOString().slice(0, 10).replaceAll('-', '')
  await insertSettlements(stage.database.db, 100_000, stage.clock.now())
  await exportDay(stage.database.url, today, folder)
  day = await readListed(folder)
})
/** An option whose expiry lies in a disconnection that is over before stragglers are waited for: the source's record settles it. */
const settleInDisconnection = async (): Promise<void> => {
  const { id, expires_ms } = await stage.place(1)
  stage.clock.tick(29_000)
  stage.trade('60000')
  stage.feed.sink().state('disconnected')
  const missed = {
    ...{ symbol: 'BTCUSDT', sequence: stage.feed.skip(1), timeMs: expires_ms - 300, recordedMs: null },
    ...{ price: price('60200'), quantity: quantity('0.5'), side: 'buy' as const },
  }
  stage.feed.keepRecord(async () => [missed])
  stage.clock.tick(1180)
  stage.feed.sink().state('connected')
  stage.trade('60001')
  stage.clock.tick(2000)
  await vi.waitFor(
    async () => {
      await stage.pass(0)
      expect((await stage.list(1, 'open')).map((open) => open.id)).not.toContain(id)
    },
    { timeout: 10_000 },
  )
}
afterAll(async () => {
  await stage.close()
  await rm(folder, { recursive: true, force: true })
})

const problemsOf = (options: readonly OptionReceipt[], ticks = day.ticks): string =>
  verifyOptions(options, ticks)
    .differences.map(({ where, what }) => `${where}: ${what}`)
    .join('\n')

it('finds no difference in what the product settled', () => {
  const verdict = verifyOptions(day.options, day.ticks)
  expect(verdict.differences).toEqual([])
  expect(verdict.counts).toEqual({ accepted: 10, settled: 9, void: 2 })
  expect(day.options.map(({ order }) => order.isWin)).toEqual([1, 2, 3, 3, 2, 1, 3, 3, null, 1])
  expect(day.options.at(-1)?.exit?.tick).toMatchObject({ price: '60200', fetched: true })
})

it('exports the receipt that the customer is shown', async () => {
  for (const receipt of day.options)
    expect(await shownReceipt(stage.deps, { uid: 1 }, receipt.order.id)).toEqual(receipt)
})

type Lie = (receipt: OptionReceipt) => OptionReceipt
const exitOf = ({ exit }: OptionReceipt) => {
  if (exit === null) throw new Error('not settled')
  return exit
}
const order =
  (change: Partial<OptionReceipt['order']>): Lie =>
  (receipt) => ({
    ...receipt,
    order: { ...receipt.order, ...change },
  })
const exit =
  (change: Partial<NonNullable<OptionReceipt['exit']>>): Lie =>
  (receipt) => ({
    ...receipt,
    exit: { ...exitOf(receipt), ...change },
  })
/** Settled by the tick before the one that should. */
const earlierTick: Lie = (receipt) => {
  const n = exitOf(receipt).tick?.n ?? 0
  const tick = day.ticks.find((one) => one.symbol === 'BTCUSDT' && one.n === n - 1) ?? null
  return order({ sellprice: tick?.price ?? '' })(exit({ tick })(receipt))
}
/** Settled by the tick after the expiry. */
const laterTick: Lie = (receipt) => {
  const n = exitOf(receipt).tick?.n ?? 0
  const tick = day.ticks.find((one) => one.symbol === 'BTCUSDT' && one.n === n + 1) ?? null
  return order({ sellprice: tick?.price ?? '' })(exit({ tick })(receipt))
}

it.each<[string, number, Lie, string]>([
  ['a win reported as a loss', 0, order({ isWin: 2 }), 'the outcome is 2'],
  ['a payout one unit short', 0, (one) => ({ ...one, payout: '16.99999999' }), 'the payout is 16.99999999'],
  ['a smaller percentage paid than promised', 0, (one) => ({ ...one, win: '6' }), 'the win is 6'],
  ['a loss that costs more than the stake', 1, order({ ploss: '-11' }), 'the profit is -11'],
  ['another price of acceptance', 0, order({ buyprice: '60000.5' }), 'the price of acceptance is 60000.5'],
  ['a price the customer never saw', 0, (one) => ({ ...one, seenPrice: '61000' }), 'the customer saw 61000'],
  ['the tick before the one that settles', 1, earlierTick, 'is later and at or before the expiry'],
  ['a tick after the expiry', 0, laterTick, 'may not settle it'],
  ['another tick than the others with this expiry', 1, earlierTick, 'ended otherwise'],
  ['a settlement before its time', 0, exit({ time: 1 }), 'before the wait for stragglers'],
  ['a rule that was not the reason', 0, exit({ rule: 'equalAtExpiry' }), 'the rule is equalAtExpiry'],
  ['a settlement without a tick', 0, exit({ tick: null }), 'without a tick'],
  [
    'a win reported as a void',
    0,
    (one) =>
      exit({
        rule: 'silentAroundExpiry',
        silentFrom: one.order.selltime - 9000,
        silentTo: one.order.selltime + 90,
      })(order({ void: true, isWin: 3, ploss: '0', sellprice: '0' })({ ...one, payout: '10' })),
    'was received within the silence',
  ],
  [
    'a silence that was too short',
    6,
    (one) => exit({ silentTo: (exitOf(one).silentFrom ?? 0) + 5000 })(one),
    'not longer than 5 s',
  ],
  [
    'a forged tick',
    0,
    (one) => {
      const { tick } = exitOf(one)
      return exit({ tick: tick === null ? null : { ...tick, price: '1' } })(order({ sellprice: '1' })(one))
    },
    'the hash of its tick does not fit',
  ],
  [
    'a fetched tick where the market was heard',
    0,
    (one) => exit({ tick: day.options.at(-1)?.exit?.tick ?? null })(one),
    'the market was heard around the expiry, but fetched tick',
  ],
  [
    'one transaction for two settlements',
    0,
    (one) => exit({ transactionId: one.entry.transactionId })(one),
    'name the same transaction',
  ],
])('finds %s', (_, at, lie, says) => {
  const lied = day.options.map((receipt, index) => (index === at ? lie(receipt) : receipt))
  expect(problemsOf(lied)).toContain(says)
})

it('finds a tick of the log that another one replaced', () => {
  const kept = day.options[0]?.exit?.tick
  const ticks = day.ticks.map((tick) => (tick.n === kept?.n ? { ...tick, hash: 'ab'.repeat(32) } : tick))
  expect(problemsOf(day.options, ticks)).toContain('its tick is not the tick of the log')
})
