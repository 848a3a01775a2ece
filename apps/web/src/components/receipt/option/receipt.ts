import type { DataOf } from '@glasshouse/core/calls'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { type Price, price, type Usdt, usdt } from '@glasshouse/core/money/units'
import { hasPriceMoved } from '@glasshouse/core/options/checks'
import { type OptionOrder, optionOrderFromWire } from '@glasshouse/core/options/codec'
import {
  canSettle,
  isDecidedBeforeEntry,
  maxProfitOf,
  type OptionResult,
  settleAtPrice,
  voidResult,
  wasFeedStale,
} from '@glasshouse/core/options/rules'

/** Receipt of an option. Its ticks stay as the wire has them, because they are recalculated as evidence. */
export type ReceiptAnswer = Omit<DataOf<'/api/option/receipt'>, 'order'> & { readonly order: OptionOrder }

export const receiptFromWire = (answer: DataOf<'/api/option/receipt'>): ReceiptAnswer => ({
  ...answer,
  order: optionOrderFromWire(answer.order),
})

/** Entry of an option, recalculated from its tick. */
export type EntryReckoning = {
  readonly seen: Price
  readonly entry: Price
  readonly stake: Usdt
  readonly percent: number
  readonly win: Usdt
  /** Every recalculated figure equals the promised one, at a price the customer had agreed to. */
  readonly matches: boolean
}

/** Recalculates the promised payout at the entry. */
export const recalculateEntry = (answer: ReceiptAnswer): EntryReckoning => {
  const { order } = answer
  const [seen, entry] = [price(answer.seenPrice), price(answer.entry.tick.price)]
  const { stake, payoutPercent: percent } = order
  const win = maxProfitOf(stake, percent)
  const matches =
    entry === order.entryPrice &&
    !hasPriceMoved(entry, seen) &&
    win === usdt(answer.win) &&
    answer.entry.tick.sourceTime <= order.expiresMs
  return { seen, entry, stake, percent, win, matches }
}

/** Settlement of an option, recalculated from its tick. */
export type ExitReckoning = OptionResult & {
  readonly entry: Price
  /** Null if the option is void. */
  readonly exit: Price | null
  readonly stake: Usdt
  readonly win: Usdt
  /** Result, payout and tick follow from the rules. */
  readonly matches: boolean
}

const placeOf = ({ kind, n, sourceTime, receivedTime, late, fetched }: TickEvidence) => ({
  kind,
  late,
  fetched,
  n,
  sourceTimeMs: sourceTime,
  receivedTimeMs: receivedTime,
})

type Exit = NonNullable<ReceiptAnswer['exit']>

/** Whether the last trade before the expiry is not newer than the tick of the acceptance. */
const isEarlier = ({ entry }: ReceiptAnswer, { tick }: Exit): boolean =>
  tick !== null && isDecidedBeforeEntry({ settledAt: tick.n, acceptedAt: entry.tick.n })

/** Whether the tick had the right to decide, or there was none that had. */
const wasRightful = (answer: ReceiptAnswer, exit: Exit): boolean => {
  const { order } = answer
  if (exit.rule === 'noTradeAfterEntry') return order.outcome === 'void' && isEarlier(answer, exit)
  if (order.outcome === 'void') {
    const stretch = { fromMs: exit.silentFrom, toMs: exit.silentTo }
    return exit.rule === 'silentAroundExpiry' && wasFeedStale(stretch, exit.time) === true
  }
  return exit.tick !== null && canSettle(placeOf(exit.tick), order.expiresMs) && !isEarlier(answer, exit)
}

/** Recalculates the settlement; null while the option is open. */
export const recalculateExit = (answer: ReceiptAnswer): ExitReckoning | null => {
  const { order, exit } = answer
  if (exit === null || answer.payout === null) return null
  const { entry, stake, win } = recalculateEntry(answer)
  const at = order.outcome === 'void' || exit.tick === null ? null : price(exit.tick.price)
  const result =
    exit.rule === 'noTradeAfterEntry'
      ? voidResult(stake, exit.rule)
      : settleAtPrice({ style: order.type, stake, win, entry }, at)
  const matches =
    wasRightful(answer, exit) &&
    result.rule === exit.rule &&
    result.payout === usdt(answer.payout) &&
    result.profit === order.pnl &&
    result.outcome === order.outcome &&
    at === order.exitPrice
  return { ...result, entry, exit: at, stake, win, matches }
}
