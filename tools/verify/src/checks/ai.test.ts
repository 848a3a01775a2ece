import { distancesOf, stopPrice } from '@glasshouse/core/ai/momentum'
import { minuteMs } from '@glasshouse/core/calendar/durations'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { formatPrice, price } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { plantReceipt, plantTicks } from '../day.fixture.ts'
import type { ExportBundle, Receipt } from '../read.ts'
import { verifyAi } from './ai.ts'
import { verifyBundle } from './index.ts'

type Event = Receipt['events'][number]
type Decision = NonNullable<Event['ai']>

const minutes = 35
const [pattern] = plantTicks('BTCUSDT', 1, 1)
if (pattern === undefined) throw new Error('no tick')
const startMs = pattern.sourceTime - (pattern.sourceTime % minuteMs)
/** Two trades a minute of a rising market: a low one and a close that is 10 above the one before. */
const ticks: readonly TickEvidence[] = Array.from({ length: minutes * 2 }, (_, at) => {
  const minute = Math.floor(at / 2)
  const close = 66_000 + minute * 10 - (at % 2 === 0 ? 35 : 0)
  const time = startMs + minute * minuteMs + (at % 2) * 30_000
  return {
    ...pattern,
    ...{ n: at + 1, kind: 'trade', sourceTime: time, receivedTime: time + 3, price: `${close}` },
    ...{ bid: `${close - 0.5}`, ask: `${close + 0.5}` },
  }
})
/** The candle of minute 32 decided, and the order filled at the first tick after it. */
const closeOf = (minute: number): number => 66_000 + minute * 10
const sum = (many: number): number =>
  Array.from({ length: many }, (_, back) => closeOf(32 - back)).reduce((total, close) => total + close, 0)
const decision: Decision = {
  ...{ run: 7, rule: 'momentum-1', version: 1, candle: (startMs + 32 * minuteMs) / 1000 },
  ...{ s7: `${sum(7)}`, s30: `${sum(30)}`, c: `${closeOf(32)}`, c15: `${closeOf(17)}` },
  // Each minute falls to 35 below its close, which is 10 above the one before.
  a: '35',
}
const planted = plantReceipt(0, 1, 11, plantTicks('BTCUSDT', 30, 1))
const [plantedOpening] = planted.events
const tick = ticks[66]
if (plantedOpening === undefined || tick === undefined) throw new Error('no event')
const fill = price(tick.ask)
const distances = distancesOf({ c: price(decision.c), a: price(decision.a) })
const opened: Event = {
  ...plantedOpening,
  ...{ time: tick.receivedTime, price: tick.ask, tick, ai: decision },
}
const stop = (rule: string, at: string): Event => {
  const { ai: _, ...event } = opened
  return { ...event, kind: 'stopsSet', rule, price: at }
}
const profitStop = stop('stopProfitSet', formatPrice(stopPrice('long', 'profit', fill, distances.profit, 1)))
const lossStop = stop('stopLossSet', formatPrice(stopPrice('long', 'loss', fill, distances.loss, 1)))

const receiptOf = (events: readonly Event[], order: Partial<Receipt['order']> = {}): Receipt => ({
  ...planted,
  order: { ...planted.order, aioperate: 2, ...order },
  events: [...events],
})
const honest = receiptOf([opened, profitStop, lossStop])
const bundleOf = (receipts: readonly Receipt[], more: Partial<ExportBundle> = {}): ExportBundle => ({
  ...{ ticks, heads: [], receipts, options: [], settlements: [], terms: [], writers: [] },
  ...{ entries: [], keys: [], day: null },
  ...more,
})
const found = (...receipts: readonly Receipt[]) =>
  verifyAi(bundleOf(receipts)).differences.map(({ what }) => what)
const decidedBy = (change: Partial<Decision>): Receipt =>
  receiptOf([{ ...opened, ai: { ...decision, ...change } }, profitStop, lossStop])

it('decides an honest order again from the trades of the day', () => {
  expect(verifyAi(bundleOf([honest]))).toEqual({
    ...{ name: 'AI decisions', counts: { decisions: 1 }, differences: [], remarks: [] },
  })
  // A stop-loss may be nearer: little of the largest loss was left.
  expect(
    found(receiptOf([opened, profitStop, { ...lossStop, price: formatPrice((fill - 10n ** 10n) as never) }])),
  ).toEqual([])
})

it.each([
  ['s7', '1'],
  ['s30', '1'],
  ['c', '66320.1'],
  ['c15', '66170.1'],
  ['a', '35.1'],
] as const)('finds a changed %s', (name, changed) => {
  expect(found(decidedBy({ [name]: changed })).join()).toContain(
    `${name} is ${changed}, but the day's trades give`,
  )
})

it('finds another side, rule, candle, stop, and an order twice or without a candle', () => {
  const { ai: _, ...silent } = opened
  expect(found(receiptOf(honest.events, { type: 2 })).join()).toContain('its values say buy')
  expect(found(decidedBy({ version: 2 })).join()).toContain('which was not published')
  expect(found(decidedBy({ candle: decision.candle + 60 })).join()).toContain('had not closed yet')
  expect(found(receiptOf([opened, { ...profitStop, price: '70000' }, lossStop])).join()).toContain(
    'its stop-profit is 70000',
  )
  expect(found(receiptOf([opened, profitStop, { ...lossStop, price: '60000' }])).join()).toContain(
    'its stop-loss is 60000',
  )
  expect(found(receiptOf([opened, profitStop])).join()).toContain('without both stops')
  expect(found(honest, receiptOf(honest.events, { id: 9 })).join()).toContain(
    'another order on the same candle',
  )
  expect(found(receiptOf([silent, profitStop, lossStop]))).toEqual([
    'the candle that decided it is not named',
  ])
  expect(found(receiptOf(honest.events, { aioperate: 0 })).join()).toContain('is no order of AI ordering')
})

// The market turns after minute 32: the order closes on the opposite signal of minute 70.
const fallingClose = (minute: number): number =>
  minute <= 32 ? closeOf(minute) : closeOf(32) - (minute - 32) * 20
const turned: readonly TickEvidence[] = Array.from({ length: 144 }, (_, at) => {
  const minute = Math.floor(at / 2)
  const close = fallingClose(minute) - (at % 2 === 0 ? 35 : 0)
  const time = startMs + minute * minuteMs + (at % 2) * 30_000
  return {
    ...pattern,
    ...{ n: at + 1, kind: 'trade', sourceTime: time, receivedTime: time + 3, price: `${close}` },
    ...{ bid: `${close - 0.5}`, ask: `${close + 0.5}` },
  }
})
const fallingSum = (many: number): number =>
  Array.from({ length: many }, (_, back) => fallingClose(70 - back)).reduce(
    (total, close) => total + close,
    0,
  )
const closingDecision: Decision = {
  ...{ run: 7, rule: 'momentum-1', version: 1, candle: (startMs + 70 * minuteMs) / 1000 },
  ...{
    s7: `${fallingSum(7)}`,
    s30: `${fallingSum(30)}`,
    c: `${fallingClose(70)}`,
    c15: `${fallingClose(55)}`,
  },
  // From the close before down to 35 below the own close, which is 20 below it.
  a: '55',
}
const closingTick = turned[142]
if (closingTick === undefined) throw new Error('no tick')
const closed: Event = {
  ...plantedOpening,
  ...{ kind: 'closed', rule: 'aiOpposite', time: closingTick.receivedTime, price: closingTick.bid },
  ...{ tick: closingTick, ai: closingDecision },
}
const closedBy = (change: Partial<Event>, order: Partial<Receipt['order']> = {}) => {
  const receipt = receiptOf([opened, profitStop, lossStop, { ...closed, ...change }], order)
  return verifyAi(bundleOf([receipt], { ticks: turned })).differences.map(({ what }) => what)
}

it('decides a close by the opposite signal again, and finds each changed field and link of it', () => {
  expect(closedBy({})).toEqual([])
  const changed = (change: Partial<Decision>) => closedBy({ ai: { ...closingDecision, ...change } }).join()
  expect(changed({ run: 8 })).toContain('it was decided by run 8, and the order was opened by run 7')
  expect(changed({ rule: 'momentum-2' })).toContain('which was not published')
  expect(changed({ version: 2 })).toContain('which was not published')
  expect(changed({ candle: closingDecision.candle + 60 })).toContain('had not closed yet')
  expect(changed({ candle: closingDecision.candle - 60 })).toContain("but the day's trades give")
  for (const [name, value] of Object.entries({ s7: '1', s30: '1', c: '65000.1', c15: '65800.1', a: '55.1' }))
    expect(changed({ [name]: value }), name).toContain(`${name} is ${value}, but the day's trades give`)
  const { ai: _, ...silent } = closed
  const silentReceipt = receiptOf([opened, profitStop, lossStop, silent])
  expect(verifyAi(bundleOf([silentReceipt], { ticks: turned })).differences.map(({ what }) => what)).toEqual([
    'the candle that decided it is not named',
  ])
  expect(closedBy({}, { aioperate: 0 }).join()).toContain('is no order of AI ordering')
  expect(closedBy({}, { type: 2 }).join()).toContain('and it was an order to')
})

it('finds another rule, an earlier candle, and stops that were set later', () => {
  expect(found(decidedBy({ rule: 'momentum-2' })).join()).toContain('which was not published')
  expect(found(decidedBy({ candle: decision.candle - 60 })).join()).toContain("but the day's trades give")
  const later = { ...lossStop, time: lossStop.time + 1 }
  expect(found(receiptOf([opened, profitStop, later])).join()).toContain('without both stops')
})

it('finds a decision on candles with a gap', () => {
  const holed = ticks.filter(({ sourceTime }) => Math.floor((sourceTime - startMs) / minuteMs) !== 10)
  expect(verifyAi(bundleOf([honest], { ticks: holed })).differences.map(({ what }) => what)).toEqual([
    'its 31 candles are not without a gap',
  ])
})

it('says which values it could not recompute: after a start, after a gap, and at the beginning of the export', () => {
  const changed = decidedBy({ a: '35.1' })
  const start = {
    symbol: 'BTCUSDT',
    n: 30,
    event: 'start',
    writer: 'w',
    time: startMs + 10 * minuteMs,
  } as const
  const cases: readonly Partial<ExportBundle>[] = [
    { writers: [{ ...start, previousHash: '', hash: '' }] },
    { ticks: ticks.map((one) => (one.n === 21 ? { ...one, fetched: true } : one)) },
    { ticks: ticks.slice(20) },
  ]
  for (const one of cases) {
    const { differences, remarks } = verifyAi(bundleOf([changed], one))
    expect(differences.map(({ what }) => what).join()).not.toContain('a is 35.1')
    expect(remarks.join()).toContain('1 of 1 decisions')
  }
})

it('is one of the checks of every export', () => {
  expect(
    verifyBundle(bundleOf([decidedBy({ a: '35.1' })])).find(({ name }) => name === 'AI decisions')
      ?.differences,
  ).not.toEqual([])
})
