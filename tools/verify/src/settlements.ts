import { exceedsSlippage } from '@glasshouse/core/contracts/checks'
import { worseTick } from '@glasshouse/core/contracts/entry'
import {
  closingPrice,
  fillPrice,
  margin,
  quantityOf,
  sideFromWire,
  slippagePpm,
  tradingFee,
  unrealizedPnl,
} from '@glasshouse/core/contracts/rules'
import { evidenceHash } from '@glasshouse/core/markets/evidence'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import {
  formatPrice,
  formatUsdt,
  type Price,
  price,
  quantity,
  type Usdt,
  usdt,
} from '@glasshouse/core/money/units'
import { sha256 } from './chains.ts'
import { statedProfit, symbolOf } from './codec.ts'
import type { CheckReport, Discrepancy } from './difference.ts'
import { entryWaitProblems } from './entryWindow.ts'
import type { Receipt } from './read.ts'
import { type TickLog, type Ticks, tickLogOf } from './tickLog.ts'

type Event = Receipt['events'][number]
type Problems = readonly string[]

const unlike = (what: string, stated: string, worked: string): Problems =>
  stated === worked ? [] : [`${what} is ${stated}, but the rules give ${worked}`]

/** The tick of an event is sound, and it is the very tick of the log where the log was exported too. */
const tickProblems = (tick: TickEvidence, log: TickLog): Problems => {
  const inLog = log.hashOf(tick.symbol, tick.n)
  return [
    ...(evidenceHash(tick, sha256) === tick.hash
      ? []
      : ['the hash of its tick does not fit what the tick says']),
    ...(inLog === undefined || inLog === tick.hash ? [] : ['its tick is not the tick of the log']),
  ]
}

const pricesOf = (tick: TickEvidence) => ({ bid: price(tick.bid), ask: price(tick.ask) })

/** An order that was opened at once is filled no worse than it may be after what its customer saw or asked for. */
const toleranceProblems = ({ order }: Receipt, { rule, seenPrice }: Event, at: Price): Problems => {
  if (seenPrice === undefined) return []
  const tolerance = rule.startsWith('market') ? slippagePpm : 0
  return exceedsSlippage(sideFromWire(order.type), at, price(seenPrice), tolerance)
    ? [`it was filled at ${formatPrice(at)}, which is too far from the ${seenPrice} the customer saw`]
    : []
}

/** Both ticks of fair entry are those of the log, and the fill is at the worse of them. */
const entryProblems = ({ order }: Receipt, { entry }: Event, tick: TickEvidence, log: TickLog): Problems => {
  if (entry === undefined) return []
  const { accepted, next } = entry
  const both = next === null ? [accepted] : [accepted, next]
  const priced = both.map((one) => ({ ...pricesOf(one), hash: one.hash }))
  const [first, second = null] = priced
  const worse = first === undefined ? undefined : worseTick(sideFromWire(order.type), first, second)
  return [
    ...both.flatMap((one) => tickProblems(one, log)),
    ...both.flatMap((one) =>
      one.symbol === symbolOf(order) ? [] : [`a tick of its entry is of ${one.symbol}`],
    ),
    ...(worse?.hash === tick.hash ? [] : ['it was not filled at the worse of its two ticks']),
    ...entryWaitProblems({ ...entry, counts: () => true }, log),
  ]
}

const openingProblems = (receipt: Receipt, event: Event, tick: TickEvidence, log: TickLog): Problems => {
  const { order } = receipt
  const at = fillPrice(sideFromWire(order.type), pricesOf(tick))
  const coins = quantityOf(event.number, quantity(receipt.lot))
  return [
    ...unlike('the price', event.price, formatPrice(at)),
    ...unlike('the order’s opening price', order.openPrice, formatPrice(at)),
    ...unlike('the margin', event.margin, formatUsdt(margin(coins, at, order.multiple))),
    ...unlike('the fee', event.fee, formatUsdt(tradingFee(coins, at, receipt.feeRatePpm))),
    ...toleranceProblems(receipt, event, at),
    ...entryProblems(receipt, event, tick, log),
  ]
}

const closingProblems = (receipt: Receipt, event: Event, tick: TickEvidence): Problems => {
  const { order } = receipt
  const side = sideFromWire(order.type)
  const at = closingPrice(side, pricesOf(tick))
  const coins = quantityOf(event.number, quantity(receipt.lot))
  const profit = unrealizedPnl({ side, quantity: coins, openPrice: price(order.openPrice) }, at)
  const lost = -(profit - tradingFee(coins, at, receipt.feeRatePpm))
  const insured = usdt(event.insurance)
  return [
    ...unlike('the price', event.price, formatPrice(at)),
    ...unlike('the profit', event.profit, formatUsdt(profit)),
    ...unlike('the fee', event.fee, formatUsdt(tradingFee(coins, at, receipt.feeRatePpm))),
    // `closedPart` stands in the receipt of the order that stays open; its figures are those of the part.
    ...(event.kind === 'closed'
      ? [
          ...unlike('the order’s closing price', order.closePrice, formatPrice(at)),
          ...unlike('the order’s profit', statedProfit(order), formatUsdt(profit)),
        ]
      : []),
    ...(insured >= 0n && (insured === 0n || insured <= lost)
      ? []
      : [`the insurance fund paid ${event.insurance}, which is more than was lost`]),
    ...beyondReserveProblems(event, profit),
  ]
}

/** What other than the trading reserve paid of a profit is no more than the profit. */
const beyondReserveProblems = ({ insuredProfit = '0', owed = '0' }: Event, profit: Usdt): Problems => {
  const [insured, owing] = [usdt(insuredProfit), usdt(owed)]
  if (insured >= 0n && owing >= 0n && (insured + owing === 0n || insured + owing <= profit)) return []
  return [`the insurance fund paid ${insuredProfit} of its profit and ${owed} is owed, which is more than it`]
}

/** A position whose margin was gone closes at nothing further where its wallet holds nothing: no money moves. */
const movesNothing = (event: Event): boolean =>
  isClosing(event) &&
  usdt(event.margin) === 0n &&
  usdt(event.profit) <= 0n &&
  usdt(event.insurance) + usdt(event.owed ?? '0') === 0n

const isOpening = (event: Event): boolean => event.kind === 'opened'
const isClosing = (event: Event): boolean => event.kind === 'closed' || event.kind === 'closedPart'

const cancellations: readonly string[] = ['revokedByUser', 'revokedForLock', 'revokedExpired']

/** The tick of a cancellation and of an amended order settles nothing, and has to be one of the market all the same. */
const namedTickProblems = ({ order }: Receipt, { tick }: Event, log: TickLog): Problems =>
  tick === null
    ? []
    : [
        ...(tick.symbol === symbolOf(order) ? [] : [`its tick is of ${tick.symbol}`]),
        ...tickProblems(tick, log),
      ]

const eventProblems = (receipt: Receipt, event: Event, log: TickLog): Problems => {
  if (cancellations.includes(event.rule) || event.kind === 'amended')
    return namedTickProblems(receipt, event, log)
  if (!isOpening(event) && !isClosing(event)) return []
  const { tick } = event
  if (tick === null) return ['money moved without a tick that caused it']
  return [
    ...(tick.symbol === symbolOf(receipt.order) ? [] : [`its tick is of ${tick.symbol}`]),
    ...(event.transactionId === null && !movesNothing(event)
      ? ['money moved without a transaction of the ledger']
      : []),
    ...tickProblems(tick, log),
    ...(isOpening(event)
      ? openingProblems(receipt, event, tick, log)
      : closingProblems(receipt, event, tick)),
  ]
}

/**
 * Works every fill of the receipts out again from the tick that caused it and the published rules, and
 * compares to the unit.
 */
export const verifySettlements = (receipts: readonly Receipt[], ticks: Ticks): CheckReport => {
  const log = tickLogOf(ticks)
  const fills = receipts.flatMap((receipt) =>
    receipt.events.filter((event) => isOpening(event) || isClosing(event)),
  )
  return {
    name: 'contract settlements',
    counts: { orders: receipts.length, fills: fills.length },
    differences: receipts.flatMap((receipt) =>
      receipt.events.flatMap((event): readonly Discrepancy[] =>
        eventProblems(receipt, event, log).map((what) => ({
          where: `order ${receipt.order.id}, ${event.kind}`,
          what,
        })),
      ),
    ),
    remarks: [],
  }
}
