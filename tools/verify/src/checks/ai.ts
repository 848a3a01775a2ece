import {
  distancesOf,
  type SignalValues,
  signalOf,
  signalValues,
  stopPrice,
  strategyName,
  strategyParameters,
  strategyVersion,
} from '@glasshouse/core/ai/momentum'
import { minuteMs } from '@glasshouse/core/calendar/durations'
import { sideFromWire } from '@glasshouse/core/contracts/rules'
import { applyTrade, type Candle } from '@glasshouse/core/markets/candles'
import { bucketStart } from '@glasshouse/core/markets/intervals'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { formatPrice, price, quantity } from '@glasshouse/core/money/units'
import { symbolOf } from '../codec.ts'
import type { CheckReport } from '../difference.ts'
import type { ExportBundle, Receipt } from '../read.ts'
import { type SymbolTicks, tickLogOf } from '../tickLog.ts'

type Event = Receipt['events'][number]
type Decision = NonNullable<Event['ai']>
type Problems = readonly string[]

const names = ['s7', 's30', 'c', 'c15', 'a'] as const

/** What the trades of a log say about the 31 minutes of a decision, or why they cannot say it; none when a minute is missing. */
type Recomputed = readonly SignalValues[] | 'restart' | 'incomplete'

/** Trades of one market that came into its candles. */
type TradeLog = {
  readonly ticks: SymbolTicks
  /** When the first of them was traded; null without any. */
  readonly firstMs: number | null
  /** Instants of trades fetched after a gap: candles around them came from the source's record. */
  readonly fetchedMs: readonly number[]
  /** When a process began to write. */
  readonly startsMs: readonly number[]
  /** The most digits of a price of theirs. */
  readonly digits: number
}

const digitsOf = (text: string): number => text.split('.')[1]?.length ?? 0

const logOf = (symbol: string, { ticks, writers }: ExportBundle): TradeLog => {
  const own = tickLogOf(ticks).of(symbol)
  const fetchedMs: number[] = []
  let firstMs: number | null = null
  let digits = 0
  for (const { kind, fetched, sourceTime, price, bid, ask } of own) {
    if (kind !== 'trade') continue
    if (fetched === true) fetchedMs.push(sourceTime)
    else {
      firstMs ??= sourceTime
      digits = Math.max(digits, digitsOf(price), digitsOf(bid), digitsOf(ask))
    }
  }
  const startsMs = writers
    .filter((record) => record.symbol === symbol && record.event !== 'stop')
    .map(({ time }) => time)
  return { ticks: own, firstMs, fetchedMs, startsMs, digits }
}

/** A tick is dropped when its source time and the receive clock are further apart. */
const maxApartMs = 60_000

/** Trades of a stretch of source time up to a number, in the order of the log. */
const tradesIn = (
  { ticks }: TradeLog,
  fromMs: number,
  endMs: number,
  untilN: number,
): readonly TickEvidence[] => {
  const found: TickEvidence[] = []
  const until = ticks.firstAbove(untilN)
  for (let index = ticks.firstReceivedAfter(fromMs - 2 * maxApartMs); index < until; index += 1) {
    if (ticks.receivedTime(index) > endMs + 2 * maxApartMs) break
    const { kind, fetched } = ticks.shape(index)
    if (kind !== 'trade' || fetched === true) continue
    const trade = ticks.at(index)
    if (trade.sourceTime >= fromMs && trade.sourceTime < endMs) found.push(trade)
  }
  return found
}

/** Minutes that trades form, as the product forms them: a trade of a minute before the newest one is in none. */
const minutesOf = (trades: readonly TickEvidence[]): readonly Candle[] => {
  const minutes: Candle[] = []
  for (const trade of trades) {
    const newest = minutes.at(-1)
    const openMs = bucketStart(trade.sourceTime, '1m')
    if (newest !== undefined && openMs < newest.openMs) continue
    const counted = {
      timeMs: trade.sourceTime,
      price: price(trade.price),
      quantity: quantity(trade.quantity),
    }
    if (newest?.openMs === openMs) minutes[minutes.length - 1] = applyTrade(newest, counted, '1m')
    else minutes.push(applyTrade(null, counted, '1m'))
  }
  return minutes
}

/**
 * Values of a decision from the trades logged up to the tick it filled at. A trade that came after its minute had ended
 * may have come after the decision too, so that there can be several.
 */
const recompute = (log: TradeLog, openMs: number, untilN: number): Recomputed => {
  const fromMs = openMs - (strategyParameters.candles - 1) * minuteMs
  const endMs = openMs + minuteMs
  // A process that starts takes its candles from the source, not from the log.
  if (log.startsMs.some((at) => at > fromMs && at <= endMs + minuteMs)) return 'restart'
  if (log.fetchedMs.some((at) => at >= fromMs && at < endMs)) return 'restart'
  if (log.firstMs === null || log.firstMs >= fromMs + minuteMs) return 'incomplete'
  const window = tradesIn(log, fromMs, endMs, untilN)
  const lateNumbers = window.filter(
    ({ sourceTime, receivedTime }) => sourceTime >= openMs && receivedTime >= endMs,
  )
  const cuts = [untilN, ...lateNumbers.map(({ n }) => n - 1)]
  return cuts.flatMap((cut) => {
    const values = signalValues(minutesOf(window.filter(({ n }) => n <= cut)))
    return values === null ? [] : [values]
  })
}

const decidedBy = (decision: Decision): SignalValues => ({
  s7: price(decision.s7),
  s30: price(decision.s30),
  c: price(decision.c),
  c15: price(decision.c15),
  a: price(decision.a),
})

/** The values are those of the day's trades. */
const valueProblems = (decision: Decision, found: readonly SignalValues[]): Problems => {
  const stated = decidedBy(decision)
  if (found.some((values) => names.every((name) => values[name] === stated[name]))) return []
  const [worked] = found
  if (worked === undefined) return ['its 31 candles are not without a gap']
  return names
    .filter((name) => worked[name] !== stated[name])
    .map(
      (name) =>
        `${name} is ${decision[name]}, but the day's trades give ${formatPrice(worked[name] as never)}`,
    )
}

/** The rule that is named is the published one, and its signal is the side that was traded. */
const ruleProblems = ({ order }: Receipt, event: Event, decision: Decision): Problems => {
  const side = sideFromWire(order.type)
  const expected = (event.kind === 'opened') === (side === 'long') ? 'buy' : 'sell'
  const signal = signalOf(decidedBy(decision))
  return [
    ...(decision.rule === strategyName && decision.version === strategyVersion
      ? []
      : [`it names the rule ${decision.rule} ${decision.version}, which was not published`]),
    ...(signal === expected ? [] : [`its values say ${signal}, and it was an order to ${expected}`]),
    ...(event.time >= (decision.candle + 60) * 1000 ? [] : ['its candle had not closed yet']),
  ]
}

/** The most digits of a market's price that its log shows, up to all that a price can have: an export does not name them. */
const scalesOf = ({ digits }: TradeLog): readonly number[] =>
  Array.from({ length: 10 - digits }, (_, more) => digits + more)

/** Both stops were set with the order: the profit at its distance, the loss no further than its own. */
const stopProblems = (
  receipt: Receipt,
  opened: Event,
  decision: Decision,
  scales: readonly number[],
): Problems => {
  const side = sideFromWire(receipt.order.type)
  const stops = receipt.events.filter(({ kind, time }) => kind === 'stopsSet' && time === opened.time)
  const setAt = (rule: string): Event | undefined => stops.find((event) => event.rule.startsWith(rule))
  const [loss, profit] = [setAt('stopLoss'), setAt('stopProfit')]
  if (loss === undefined || profit === undefined) return ['it was opened without both stops']
  const fill = price(opened.price)
  const distances = distancesOf(decidedBy(decision))
  const expected = scales.map((scale) => stopPrice(side, 'profit', fill, distances.profit, scale))
  const furthest = side === 'long' ? fill - distances.loss : fill + distances.loss
  const at = price(loss.price)
  // It is nearer where little of the run's largest loss is left, or the account would be closed out before.
  const isWithin = side === 'long' ? at >= furthest && at < fill : at <= furthest && at > fill
  return [
    ...(expected.includes(price(profit.price))
      ? []
      : [
          `its stop-profit is ${profit.price}, but the rule gives ${expected.slice(0, 1).map(formatPrice).join('')}`,
        ]),
    ...(isWithin
      ? []
      : [
          `its stop-loss is ${loss.price}, but the rule goes no further than ${formatPrice(furthest as never)}`,
        ]),
  ]
}

/** A run opens at most one order on a candle. */
const repeatedProblems = (receipts: readonly Receipt[]): ReadonlySet<number> => {
  const seen = new Set<string>()
  const repeated = new Set<number>()
  for (const { order, events } of receipts)
    for (const { kind, ai } of events) {
      if (kind !== 'opened' || ai === undefined) continue
      const key = `${ai.run} ${ai.candle}`
      if (seen.has(key)) repeated.add(order.id)
      seen.add(key)
    }
  return repeated
}

/**
 * Decides every order of AI ordering again from the trades of the day: the five values, the side and the stops. A decision
 * within 31 minutes of a start of the process, of a gap or of the beginning of the export cannot be recomputed, because
 * its candles came from the source; the report says how many.
 */
export const verifyAi = (bundle: ExportBundle): CheckReport => {
  const logs = new Map<string, TradeLog>()
  const logFor = (symbol: string): TradeLog => {
    const log = logs.get(symbol) ?? logOf(symbol, bundle)
    logs.set(symbol, log)
    return log
  }
  let decisions = 0
  let skipped = 0
  const repeated = repeatedProblems(bundle.receipts)
  /** The run that opened an order closes it. */
  const runProblems = ({ events }: Receipt, event: Event, { run }: Decision): Problems => {
    const opening = events.find(({ kind, ai }) => kind === 'opened' && ai !== undefined)?.ai
    return event.kind === 'opened' || opening?.run === run
      ? []
      : [`it was decided by run ${run}, and the order was opened by run ${opening?.run ?? 'none'}`]
  }
  const eventProblems = (receipt: Receipt, event: Event): Problems => {
    const { order } = receipt
    const { ai: decision } = event
    if (decision === undefined) {
      const isDue = event.kind === 'opened' && order.aioperate === 2 && order.parentid === null
      return isDue || event.rule.startsWith('aiOpposite') ? ['the candle that decided it is not named'] : []
    }
    decisions += 1
    const untilN = event.entry?.accepted.n ?? event.tick?.n ?? 0
    const found = recompute(logFor(symbolOf(order)), decision.candle * 1000, untilN)
    const isSkipped = typeof found === 'string'
    if (isSkipped) skipped += 1
    return [
      ...(order.aioperate === 2 ? [] : ['it tells a candle, and is no order of AI ordering']),
      ...(repeated.has(order.id) ? ['its run opened another order on the same candle'] : []),
      ...runProblems(receipt, event, decision),
      ...ruleProblems(receipt, event, decision),
      ...(isSkipped ? [] : valueProblems(decision, found)),
      ...(event.kind === 'opened'
        ? stopProblems(receipt, event, decision, scalesOf(logFor(symbolOf(order))))
        : []),
    ]
  }
  const differences = bundle.receipts.flatMap((receipt) =>
    receipt.events.flatMap((event) =>
      eventProblems(receipt, event).map((what) => ({
        where: `order ${receipt.order.id}, ${event.kind}`,
        what,
      })),
    ),
  )
  const remark = `${skipped} of ${decisions} decisions of AI ordering lie within 31 minutes of a start, a gap or the beginning of the export; their values were not recomputed`
  return { name: 'AI decisions', counts: { decisions }, differences, remarks: skipped === 0 ? [] : [remark] }
}
