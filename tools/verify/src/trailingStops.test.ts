import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { expect, it } from 'vitest'
import { plantReceipt, plantTicks } from './day.fixture.ts'
import type { Receipt } from './read.ts'
import { verifyTriggers } from './triggers.ts'

const [pattern] = plantTicks('BTCUSDT', 1, 1)
if (pattern === undefined) throw new Error('no tick')
/** A log with these bids from a number on; the ask is one higher. */
const logOf = (first: number, ...bids: readonly number[]): readonly TickEvidence[] =>
  bids.map((bid, index) => ({
    ...pattern,
    n: first + index,
    receivedTime: pattern.receivedTime + index * 10_000,
    ...{ bid: String(bid), ask: String(bid + 1) },
  }))
type Event = Receipt['events'][number]
const tickNumbered = (ticks: readonly TickEvidence[], n: number): TickEvidence => {
  const found = ticks.find((tick) => tick.n === n)
  if (found === undefined) throw new Error(`no tick ${n}`)
  return found
}
const planted = plantReceipt(1, 1, 1, plantTicks('BTCUSDT', 30, 1))
const event = (change: Partial<Event>): Event => {
  const [first] = planted.events
  if (first === undefined) throw new Error('no event')
  return { ...first, ...change }
}
const opened = (tick: TickEvidence) => event({ kind: 'opened', rule: 'marketBuyAtAsk', tick })
const set = (tick: TickEvidence, distance: string, rule = 'trailingStopSet') =>
  event({ kind: 'stopsSet', rule, tick, trailing: { distance } })
const closed = (
  tick: TickEvidence,
  best: TickEvidence | undefined,
  distance: string,
  rule = 'trailingStopSellAtBid',
) =>
  event({
    ...{ kind: 'closed', rule, tick, price: tick.bid },
    trailing: { distance, ...(best === undefined ? {} : { best }) },
  })
const differences = (
  ticks: readonly TickEvidence[],
  events: readonly Event[],
  order: Partial<Receipt['order']> = { status: 3 },
) =>
  verifyTriggers(
    [{ ...planted, order: { ...planted.order, ...order }, events: [...events] }],
    ticks,
  ).differences.map(({ what }) => what)

const ticks = logOf(1, 100, 110, 107, 120, 115, 113, 111, 125)
const at = (n: number) => tickNumbered(ticks, n)

it('accepts the first tick that is as far as the distance from the best one since it was set', () => {
  expect(differences(ticks, [opened(at(1)), set(at(1), '7'), closed(at(6), at(4), '7')])).toEqual([])
  expect(differences(ticks, [opened(at(1)), set(at(1), '5%'), closed(at(6), at(4), '5%')])).toEqual([])
  // Set anew it starts at the price in force; cleared it fires nothing.
  const anew = [opened(at(1)), set(at(1), '7'), set(at(5), '4'), closed(at(7), at(5), '4')]
  expect(differences(ticks, anew)).toEqual([])
  const cleared = [opened(at(1)), set(at(1), '7'), set(at(5), '7', 'trailingStopCleared')]
  expect(differences(ticks, cleared, { status: 1 })).toEqual([])
  const low = logOf(1, 100, 90, 95, 99)
  const short = [
    event({ kind: 'opened', rule: 'marketSellAtBid', tick: tickNumbered(low, 1) }),
    set(tickNumbered(low, 1), '8'),
    closed(tickNumbered(low, 4), tickNumbered(low, 2), '8', 'trailingStopBuyAtAsk'),
  ]
  expect(differences(low, short, { status: 3, type: 2 })).toEqual([])
})

it('tells a close that came late or early, a better price that was left out, and what never closed', () => {
  const start = [opened(at(1)), set(at(1), '7')]
  expect(differences(ticks, [...start, closed(at(7), at(4), '7')])).toEqual([
    'closed: tick 6 had reached its trailing stop, and nothing happened then',
  ])
  expect(differences(ticks, [...start, closed(at(5), at(4), '7')])).toEqual([
    'closed: its tick 5 did not reach the trailing stop',
  ])
  expect(differences(ticks, [...start, closed(at(6), at(2), '7')])).toEqual([
    'closed: its best price was 120 and not 110',
    'closed: its tick 6 did not reach the trailing stop',
  ])
  expect(differences(ticks, [...start, closed(at(6), { ...at(4), bid: '121' }, '7')])).toEqual([
    'closed: its best price was 120 and not 121',
  ])
  expect(differences(ticks, [...start, closed(at(6), { ...at(4), n: 3 }, '7')])).toEqual([
    'closed: the log had not reached its best price of 120 by tick 3',
  ])
  expect(differences(ticks, [...start, closed(at(6), at(4), '6')])).toEqual([
    'closed: its distance is not the one that was set',
  ])
  expect(differences(ticks, [...start, closed(at(6), at(8), '7')])).toEqual([
    'closed: its best tick 8 does not lie between tick 1 and tick 6',
  ])
  expect(differences(ticks, [...start, closed(at(6), undefined, '7')])).toEqual([
    'closed: nothing tells the best tick of its trailing stop',
  ])
  expect(differences(ticks, [opened(at(1)), closed(at(6), at(4), '7')])).toEqual([
    'closed: there was no trailing stop that could fire',
  ])
  expect(differences(ticks, start, { status: 1 })).toEqual([
    'still waiting: tick 6 had reached its trailing stop, and nothing happened then',
  ])
  const sold = event({ kind: 'closed', rule: 'marketSellAtBid', tick: at(8) })
  expect(differences(ticks, [...start, sold])).toEqual([
    'closed: tick 6 had reached its trailing stop, and nothing happened then',
  ])
  const late = { ...set(at(8), '9'), time: at(6).receivedTime + 36_000 }
  expect(differences(ticks, [...start, late], { status: 1 })).toEqual([
    'stopsSet: tick 6 had reached its trailing stop, and it was changed long after',
  ])
})

it('believes a best tick before the log begins, and none below what the log has', () => {
  const second = logOf(50, 116, 118, 113)
  const before = [opened(at(1)), set(at(1), '7')]
  const fired = tickNumbered(second, 52)
  expect(differences(second, [...before, closed(fired, at(4), '7')])).toEqual([])
  expect(differences(second, [...before, closed(fired, { ...at(4), bid: '117' }, '7')])).toEqual([
    'closed: its best price was 118 and not 117',
    'closed: its tick 52 did not reach the trailing stop',
  ])
})
