import {
  type BestPrices,
  closingPrice,
  fillPrice,
  type OpenPosition,
  quantityOf,
  sideFromWire,
  splitPosition,
  tradingFee,
  unrealizedPnl,
} from '@glasshouse/core/contracts/rules'
import { type ClosingWallet, closingOf } from '@glasshouse/core/contracts/settlement'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { feeRateOf } from '@glasshouse/core/markets/feeRate'
import { divide, type Price, price, type Quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { cutCharge, cutOwn, sumShown } from '../../components/shown.ts'

/** An open order as the rules see it. */
export const toOpenPosition = (order: ContractOrderRow, lot: Quantity): OpenPosition => ({
  direction: sideFromWire(order.type),
  lots: order.number,
  quantity: quantityOf(order.number, lot),
  openPrice: price(order.openPrice),
  leverage: order.multiple,
  margin: usdt(order.cautionMoney),
  openFee: usdt(order.tradeFee),
  feeRatePpm: feeRateOf(order.feeRate),
})

export type PositionView = {
  readonly quantity: Quantity
  /** The price at which it would close now. */
  readonly now: Price
  /** Floating profit before fees. */
  readonly profit: Usdt
  /** Profit in hundredths of a percent of the margin, cut towards zero; null without margin. */
  readonly percent: bigint | null
  readonly closeOut: Price | null
  /** How far the close-out price is, in hundredths of a percent of the price now; null without one. */
  readonly away: bigint | null
}

const hundredths = (part: bigint, whole: bigint): bigint | null =>
  whole === 0n ? null : divide(part * 10_000n, whole, 'truncate')

/** A position at the side of the book at which it would close; without a book, at the server's last word. */
export const positionView = (
  order: ContractOrderRow,
  lot: Quantity,
  best: BestPrices | null,
): PositionView => {
  const held = toOpenPosition(order, lot)
  const now = best ? closingPrice(held.direction, best) : price(order.newPrice)
  const profit = best ? unrealizedPnl(held, now) : usdt(order.factProfits)
  const closeOut = order.liquidationPrice === null ? null : price(order.liquidationPrice)
  const distance = closeOut === null ? 0n : now > closeOut ? now - closeOut : closeOut - now
  return {
    quantity: held.quantity,
    now,
    profit,
    percent: hundredths(profit, held.margin),
    closeOut,
    away: closeOut === null ? null : hundredths(distance, now),
  }
}

/** A hold as it is shown: cut parts and their sum. */
export type HoldShown = { readonly parts: readonly [Usdt, Usdt]; readonly held: Usdt }

/**
 * Margin and fee of a hold as they are shown, and their sum.
 *
 * @example holdShown(usdt('131.65264'), usdt('0.658263')) // 131.6526 + 0.6583 = 132.3109
 */
export const holdShown = (margin: Usdt, charged: Usdt): HoldShown => {
  const parts = [cutOwn(margin), cutCharge(charged)] as const
  return { parts, held: sumShown(parts) }
}

export type PendingView = {
  readonly quantity: Quantity
  /** The price at which it would open now; null without a book. */
  readonly now: Price | null
  /** How far the market has to go to its price, in hundredths of a percent of the price now. */
  readonly away: bigint | null
  readonly margin: Usdt
  readonly fee: Usdt
  /** Margin and fee: what is on hold until it opens or is taken back. */
  readonly held: Usdt
  /** Margin, fee and their sum as they are shown. */
  readonly shown: HoldShown
}

/** An order that waits for its price. */
export const pendingView = (order: ContractOrderRow, lot: Quantity, best: BestPrices | null): PendingView => {
  const quantity = quantityOf(order.number, lot)
  const fixed = price(order.openPrice)
  const margin = usdt(order.cautionMoney)
  const charged = tradingFee(quantity, fixed, feeRateOf(order.feeRate))
  const now = best ? fillPrice(sideFromWire(order.type), best) : null
  const distance = now === null ? 0n : order.type === 1 ? now - fixed : fixed - now
  return {
    quantity,
    now,
    away: now === null ? null : hundredths(distance > 0n ? distance : 0n, now),
    margin,
    fee: charged,
    held: (margin + charged) as Usdt,
    shown: holdShown(margin, charged),
  }
}

/** The wallet a position closes in: what is free, the bonus credit, and all margin. */
export type PayingWallet = Pick<ClosingWallet, 'free' | 'bonus'> & { readonly margin: Usdt }

export type CloseView = {
  readonly price: Price
  readonly quantity: Quantity
  readonly profit: Usdt
  /** The whole fee, and what of it bonus credit pays. */
  readonly fee: Usdt
  readonly feeFromBonus: Usdt
  /** What the insurance fund pays, because the wallet does not hold it. */
  readonly insured: Usdt
  readonly margin: Usdt
  /** What becomes free again: margin + profit − the fee's part of the wallet + the fund's part, exactly. */
  readonly back: Usdt
  /** The parts of `back` as they are shown, and their sum. */
  readonly shown: { readonly parts: readonly Usdt[]; readonly back: Usdt }
}

const negative = (units: bigint): Usdt => -units as Usdt
const isSome = (units: Usdt): boolean => units !== 0n

/** What closing some or all lots of a position would do at the prices of now, as the server would settle it. */
export const closeView = (
  held: OpenPosition,
  lots: number,
  lot: Quantity,
  best: BestPrices,
  wallet: PayingWallet,
): CloseView => {
  const part = lots === held.lots ? held : splitPosition(held, lots, lot).closed
  const {
    price: at,
    charged,
    profit,
    settlement,
  } = closingOf(part, best, {
    free: wallet.free,
    bonus: wallet.bonus,
    otherMargin: (wallet.margin - part.margin) as Usdt,
  })
  const { feeFromBonus, lossUnpaid, feeUnpaid } = settlement
  const due = (charged - feeFromBonus) as Usdt
  const insured = (lossUnpaid + feeUnpaid) as Usdt
  const parts = [
    cutOwn(part.margin),
    cutOwn(profit),
    ...[negative(cutCharge(due)), cutOwn(insured)].filter(isSome),
  ]
  return {
    price: at,
    quantity: part.quantity,
    profit,
    fee: charged,
    feeFromBonus,
    insured,
    margin: part.margin,
    back: (part.margin + profit - due + insured) as Usdt,
    shown: { parts, back: sumShown(parts) },
  }
}
