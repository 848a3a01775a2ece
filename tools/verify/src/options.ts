import { optionEntryMs } from '@glasshouse/core/contracts/entry'
import { evidenceHash } from '@glasshouse/core/markets/evidence'
import { isLater, type TickOrder } from '@glasshouse/core/markets/rules'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { formatUsdt, price, usdt } from '@glasshouse/core/money/units'
import { hasPriceMoved } from '@glasshouse/core/options/checks'
import { outcomeToWire } from '@glasshouse/core/options/codec'
import { recordReachMs, settleByRecord } from '@glasshouse/core/options/record'
import {
  canSettle,
  isDecidedBeforeEntry,
  lateTickGraceMs,
  maxProfitOf,
  settleAtPrice,
  settlementTick,
  voidResult,
  wasFeedStale,
} from '@glasshouse/core/options/rules'
import { sha256 } from './chains.ts'
import { symbolOf, typeOf } from './codec.ts'
import type { CheckReport, Discrepancy } from './difference.ts'
import { entryWaitProblems } from './entryWindow.ts'
import type { OptionReceipt } from './read.ts'
import { type SymbolTicks, type TickLog, type Ticks, tickLogOf } from './tickLog.ts'

type Problems = readonly string[]
type Exit = NonNullable<OptionReceipt['exit']>

const unlike = (what: string, stated: unknown, worked: unknown): Problems =>
  stated === worked ? [] : [`${what} is ${stated}, but the rules give ${worked}`]

const placeOf = ({ kind, n, sourceTime, receivedTime, late, fetched }: TickEvidence): TickOrder => ({
  kind,
  late,
  fetched,
  n,
  sourceTimeMs: sourceTime,
  receivedTimeMs: receivedTime,
})

/** The place of the first tick received after an instant. */
const firstAfter = (own: readonly TickEvidence[], atMs: number): number => {
  let [low, high] = [0, own.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((own[middle]?.receivedTime ?? 0) <= atMs) low = middle + 1
    else high = middle
  }
  return low
}

const tickProblems = (tick: TickEvidence, symbol: string, log: TickLog): Problems => {
  const inLog = log.hashOf(tick.symbol, tick.n)
  return [
    ...(tick.symbol === symbol ? [] : [`its tick is of ${tick.symbol}`]),
    ...(evidenceHash(tick, sha256) === tick.hash
      ? []
      : ['the hash of its tick does not fit what the tick says']),
    ...(inLog === undefined || inLog === tick.hash ? [] : ['its tick is not the tick of the log']),
  ]
}

const entryProblems = ({ order, entry, seenPrice, win }: OptionReceipt, log: TickLog): Problems => [
  ...tickProblems(entry.tick, symbolOf(order), log),
  ...unlike('the price of acceptance', order.buyprice, entry.tick.price),
  ...unlike('the win', win, formatUsdt(maxProfitOf(usdt(order.fee), Number.parseInt(order.scale, 10)))),
  ...(hasPriceMoved(price(order.buyprice), price(seenPrice))
    ? [`the customer saw ${seenPrice}, which is too far from ${order.buyprice}`]
    : []),
  ...(entry.tick.receivedTime > entry.time ? ['it was accepted before its tick was received'] : []),
  ...waitProblems(symbolOf(order), entry, log),
]

/** One that waited for a trade entered at the first one within a second. */
const waitProblems = (symbol: string, entry: OptionReceipt['entry'], log: TickLog): Problems => {
  const { accepted, acceptedTime } = entry
  if (accepted === undefined && acceptedTime === undefined) return []
  if (accepted === undefined || acceptedTime === undefined) return ['half of its acceptance is missing']
  const counts = ({ kind }: TickEvidence): boolean => kind === 'trade'
  const wait = { acceptedTime, windowMs: optionEntryMs, accepted, next: entry.tick, counts }
  return [...tickProblems(accepted, symbol, log), ...entryWaitProblems(wait, log)]
}

const isLive = ({ fetched }: TickEvidence): boolean => fetched !== true

/** What the log has of the source's trades around an expiry, live and fetched until an instant. */
const recordVerdict = (expiryMs: number, own: readonly TickEvidence[], untilMs: number) =>
  settleByRecord(
    own
      .filter(
        ({ sourceTime, receivedTime }) =>
          Math.abs(sourceTime - expiryMs) <= recordReachMs && receivedTime <= untilMs,
      )
      .map(placeOf),
    expiryMs,
    expiryMs + recordReachMs,
  )

/** Whether a tick stands, by the numbers of the source, in a hole between what was heard; the source may begin them anew in it. */
const isBetween = (
  before: TickEvidence | undefined,
  tick: TickEvidence,
  after: TickEvidence | undefined,
): boolean => {
  const [low, at, high] = [before, tick, after].map((one) => one && BigInt(one.sourceSequence))
  if (at === undefined) return false
  const [isAbove, isBelow] = [low === undefined || low < at, high === undefined || at < high]
  const isAnew = low !== undefined && high !== undefined && high < low
  return isAnew ? isAbove || isBelow : isAbove && isBelow
}

/** A fetched tick settles an expiry in a gap of the log, and is what the source's record says. */
const fetchedProblems = (
  tick: TickEvidence,
  expiryMs: number,
  own: readonly TickEvidence[],
  exitMs: number,
): Problems => {
  const live = own.filter((one) => isLive(one) && one.kind === 'trade' && one.late !== true)
  // By the source's times: a trade behind the expiry may have been received while stragglers were waited for.
  const next = live.findIndex(({ sourceTime }) => sourceTime > expiryMs)
  const [before, after] = [next < 0 ? live.at(-1) : live[next - 1], next < 0 ? undefined : live[next]]
  const isGap = isBetween(before, tick, after)
  const verdict = recordVerdict(expiryMs, own, exitMs)
  const isSaid = verdict.kind === 'settled' && verdict.tick.n === tick.n
  return [
    ...(isGap ? [] : [`the market was heard around the expiry, but fetched tick ${tick.n} settled it`]),
    ...(isSaid ? [] : [`the fetched trades do not say that tick ${tick.n} settles it`]),
  ]
}

/** Whatever else of the log could have settled it, and comes after what did. */
const laterProblems = (
  tick: TickEvidence,
  expiryMs: number,
  all: readonly TickEvidence[],
  exitMs: number,
): Problems => {
  if (tick.fetched === true) return fetchedProblems(tick, expiryMs, all, exitMs)
  const own = all.filter(isLive)
  const known = own.slice(0, firstAfter(own, expiryMs + lateTickGraceMs))
  // Source times stray by a minute at most, so that older ticks cannot be the last.
  const near = known.slice(firstAfter(known, expiryMs - beforeExpiryMs)).map(placeOf)
  const last = settlementTick(near, expiryMs)
  if (last === null || !isLater(last, placeOf(tick))) return []
  return [`tick ${last.n} is later and at or before the expiry, but ${tick.n} settled it`]
}

const voidProblems = (
  { silentFrom, silentTo, time }: Exit,
  expiryMs: number,
  own: readonly TickEvidence[],
): Problems => {
  if (wasFeedStale({ fromMs: silentFrom, toMs: silentTo }, time) !== true)
    return ['the silence is not longer than 5 s']
  if ((silentFrom ?? 0) > expiryMs || (silentTo ?? time) <= expiryMs)
    return ['the silence does not contain the expiry']
  const isFetched = own.some(
    ({ fetched, sourceTime }) => fetched === true && Math.abs(sourceTime - expiryMs) <= recordReachMs,
  )
  if (isFetched && recordVerdict(expiryMs, own, time).kind === 'settled')
    return ['the source traded around the expiry, as the fetched trades say']
  const live = own.filter(isLive)
  const heard = live[firstAfter(live, silentFrom ?? expiryMs - 5000)]
  if (heard === undefined || heard.receivedTime >= (silentTo ?? time)) return []
  return [`tick ${heard.n} was received within the silence`]
}

/** As long before an expiry as a source time can stray from the receive clock, twice. */
const beforeExpiryMs = 120_000

/**
 * The ticks that can say something about an expiry: those received from two minutes before it, or from the beginning of a
 * silence, until it was settled, and the nearest live trade on each side of them.
 */
const around = (
  ticks: SymbolTicks,
  expiryMs: number,
  { time, silentFrom, silentTo }: Exit,
): readonly TickEvidence[] => {
  const fromMs = Math.min(expiryMs - beforeExpiryMs, silentFrom ?? expiryMs)
  const from = ticks.firstReceivedAfter(fromMs - 1)
  const to = Math.max(
    from,
    ticks.firstReceivedAfter(Math.max(expiryMs + lateTickGraceMs, time, silentTo ?? 0)),
  )
  const isLiveTrade = (index: number): boolean => {
    const { kind, late, fetched } = ticks.shape(index)
    return kind === 'trade' && late !== true && fetched !== true
  }
  let [first, last] = [from - 1, to]
  while (first >= 0 && !isLiveTrade(first)) first -= 1
  while (last < ticks.length && !isLiveTrade(last)) last += 1
  const own: TickEvidence[] = first < 0 ? [] : [ticks.at(first)]
  for (let index = from; index < to; index += 1) own.push(ticks.at(index))
  return last < ticks.length ? [...own, ticks.at(last)] : own
}

const exitProblems = ({ order, entry, win, payout }: OptionReceipt, exit: Exit, log: TickLog): Problems => {
  const { tick, rule } = exit
  const own = around(log.of(symbolOf(order)), order.selltime, exit)
  const isEarlier =
    exit.silentFrom === null &&
    exit.silentTo === null &&
    tick !== null &&
    isDecidedBeforeEntry({ settledAt: tick.n, acceptedAt: entry.tick.n })
  if (!order.void && tick === null) return ['it was settled without a tick']
  const promised = {
    style: typeOf(order),
    stake: usdt(order.fee),
    win: usdt(win),
    entry: price(order.buyprice),
  }
  const result = isEarlier
    ? voidResult(promised.stake, 'noTradeAfterEntry')
    : settleAtPrice(promised, order.void || tick === null ? null : price(tick.price))
  return [
    ...(tick === null ? [] : tickProblems(tick, symbolOf(order), log)),
    ...unlike('the rule', rule, result.rule),
    ...unlike('the outcome', order.isWin, outcomeToWire(result.outcome)),
    ...unlike('the payout', payout, formatUsdt(result.payout)),
    ...unlike('the profit', order.ploss, formatUsdt(result.profit)),
    ...unlike('the price that settled it', order.sellprice, order.void ? '0' : (tick?.price ?? '0')),
    ...(exit.time < order.selltime + lateTickGraceMs
      ? ['it was settled before the wait for stragglers was over']
      : []),
    ...(order.void === isEarlier || order.void ? [] : ['its tick is not newer than that of its acceptance']),
    ...(tick === null || (order.void && !isEarlier) || canSettle(placeOf(tick), order.selltime)
      ? []
      : [`tick ${tick.n} may not settle it`]),
    ...(tick === null || (order.void && !isEarlier)
      ? []
      : laterProblems(tick, order.selltime, own, exit.time)),
    ...(order.void && !isEarlier ? voidProblems(exit, order.selltime, own) : []),
  ]
}

/** Options of one market with one expiry that did not end with the same tick. */
const unequal = (receipts: readonly OptionReceipt[]): readonly Discrepancy[] => {
  const first = new Map<string, string>()
  return receipts.flatMap(({ order, exit }) => {
    // One accepted after the last trade is void by itself; the others of its expiry are not.
    if (exit === null || exit.rule === 'noTradeAfterEntry') return []
    const name = `${symbolOf(order)} ${order.selltime}`
    const end = order.void ? 'void' : (exit.tick?.hash ?? 'none')
    const before = first.get(name) ?? end
    first.set(name, before)
    return before === end
      ? []
      : [
          {
            where: `option ${order.id}`,
            what: 'another option of the same market and expiry ended otherwise',
          },
        ]
  })
}

/**
 * Works every option of the receipts out again: whether the price of acceptance was the one of its tick, which
 * tick of the log settles it, what that pays, and whether a void was one.
 */
export const verifyOptions = (receipts: readonly OptionReceipt[], ticks: Ticks): CheckReport => {
  const log = tickLogOf(ticks)
  const settled = receipts.filter(({ exit }) => exit !== null)
  const transactions = receipts.flatMap(({ entry, exit }) =>
    exit === null ? [entry.transactionId] : [entry.transactionId, exit.transactionId],
  )
  return {
    name: 'options',
    counts: {
      accepted: receipts.length,
      settled: settled.length,
      void: settled.filter(({ order }) => order.void).length,
    },
    differences: [
      ...receipts.flatMap((receipt): readonly Discrepancy[] => [
        ...entryProblems(receipt, log).map((what) => ({
          where: `option ${receipt.order.id}, accepted`,
          what,
        })),
        ...(receipt.exit === null
          ? []
          : exitProblems(receipt, receipt.exit, log).map((what) => ({
              where: `option ${receipt.order.id}, settled`,
              what,
            }))),
      ]),
      ...unequal(receipts),
      ...(new Set(transactions).size === transactions.length
        ? []
        : [{ where: 'options', what: 'two movements of money name the same transaction' }]),
    ],
    remarks: [],
  }
}
