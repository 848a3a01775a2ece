import { validatePartialLots } from '@glasshouse/core/contracts/checks'
import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import { allowedLots } from '@glasshouse/core/contracts/orderUnits'
import {
  type BestPrices,
  closingPrice,
  fillPrice,
  type OpenPosition,
  quantityOf,
  splitPosition,
  tradingFee,
  unrealizedPnl,
} from '@glasshouse/core/contracts/rules'
import { type ClosingWallet, closingOf } from '@glasshouse/core/contracts/settlement'
import { divide, type Price, type Quantity, type Usdt } from '@glasshouse/core/money/units'
import { cutCharge, cutOwn, sumShown } from '../shown.ts'

/** Open position of an order, for the rules. */
export const toOpenPosition = (order: ContractOrder, lot: Quantity): OpenPosition => ({
  side: order.side,
  lots: order.lots,
  quantity: quantityOf(order.lots, lot),
  openPrice: order.openPrice,
  leverage: order.leverage,
  margin: order.margin,
  openFee: order.fees,
  feeRatePpm: order.feeRatePpm,
})

export type PositionView = {
  readonly quantity: Quantity
  /** Current closing price. */
  readonly now: Price
  /** Unrealized PnL before fees. */
  readonly profit: Usdt
  /** PnL in hundredths of a percent of the margin, truncated towards zero; null without margin. */
  readonly percent: bigint | null
  readonly liquidationPrice: Price | null
  /** Distance of the liquidation price in hundredths of a percent of the current price; null without one. */
  readonly away: bigint | null
}

const hundredths = (part: bigint, whole: bigint): bigint | null =>
  whole === 0n ? null : divide(part * 10_000n, whole, 'truncate')

/** Position valued at its closing side of the book; without a book, at the last price of the server. */
export const positionView = (order: ContractOrder, lot: Quantity, best: BestPrices | null): PositionView => {
  const position = toOpenPosition(order, lot)
  const now = best ? closingPrice(position.side, best) : order.currentPrice
  const profit = best ? unrealizedPnl(position, now) : order.pnl
  const liquidation = order.liquidationPrice
  const distance = liquidation === null ? 0n : now > liquidation ? now - liquidation : liquidation - now
  return {
    quantity: position.quantity,
    now,
    profit,
    percent: hundredths(profit, position.margin),
    liquidationPrice: liquidation,
    away: liquidation === null ? null : hundredths(distance, now),
  }
}

/** Displayed hold: cut parts and their sum. */
export type HoldShown = { readonly parts: readonly [Usdt, Usdt]; readonly held: Usdt }

/**
 * Displayed margin and fee of a hold, and their sum.
 *
 * @example holdShown(usdt('131.65264'), usdt('0.658263')) // 131.6526 + 0.6583 = 132.3109
 */
export const holdShown = (margin: Usdt, charged: Usdt): HoldShown => {
  const parts = [cutOwn(margin), cutCharge(charged)] as const
  return { parts, held: sumShown(parts) }
}

export type PendingView = {
  readonly quantity: Quantity
  /** Current opening price; null without an order book. */
  readonly now: Price | null
  /** Distance of the market from the limit price, in hundredths of a percent of the current price. */
  readonly away: bigint | null
  readonly margin: Usdt
  readonly fee: Usdt
  /** Margin and fee: on hold until the order opens or is cancelled. */
  readonly held: Usdt
  /** Displayed margin, fee and sum. */
  readonly shown: HoldShown
}

/** View of an open order. */
export const pendingView = (order: ContractOrder, lot: Quantity, best: BestPrices | null): PendingView => {
  const quantity = quantityOf(order.lots, lot)
  const fixed = order.openPrice
  const margin = order.margin
  const charged = tradingFee(quantity, fixed, order.feeRatePpm)
  const now = best ? fillPrice(order.side, best) : null
  // A stop order is reached from the side on which the market is, a limit order from the better one.
  const isFalling = order.trigger === null ? order.side === 'long' : order.trigger === 'falls'
  const distance = now === null ? 0n : isFalling ? now - fixed : fixed - now
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

/** Wallet a position is closed in: available balance, bonus credit, and total margin. */
export type PayingWallet = Pick<ClosingWallet, 'free' | 'bonus'> & { readonly margin: Usdt }

export type CloseView = {
  readonly price: Price
  readonly quantity: Quantity
  readonly profit: Usdt
  /** Full fee, and the part paid by bonus credit. */
  readonly fee: Usdt
  readonly feeFromBonus: Usdt
  /** Part of the loss paid by the insurance fund, because it exceeds the wallet. */
  readonly insured: Usdt
  readonly margin: Usdt
  /** Released amount, exact: margin + profit − the wallet's part of the fee + the fund's part. */
  readonly back: Usdt
  /** Displayed parts of `back`, and their sum. */
  readonly shown: { readonly parts: readonly Usdt[]; readonly back: Usdt }
}

const negative = (units: bigint): Usdt => -units as Usdt
const isSome = (units: Usdt): boolean => units !== 0n

/** Effect of closing some or all lots of a position at current prices, by the settlement rule of the server. */
export const closeView = (
  position: OpenPosition,
  lots: number,
  lot: Quantity,
  best: BestPrices,
  wallet: PayingWallet,
): CloseView => {
  const part = lots === position.lots ? position : splitPosition(position, lots, lot).closed
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

/**
 * The wallet after a close: the released amount is free, and bonus credit has paid its part of the fee. A loss beyond
 * the free balance is paid by the margin of the other positions.
 */
const walletAfterClose = (wallet: PayingWallet, close: CloseView): PayingWallet => {
  const free = wallet.free + close.back
  const fromMargin = free < 0n ? free : 0n
  return {
    free: (free - fromMargin) as Usdt,
    bonus: (wallet.bonus - close.feeFromBonus) as Usdt,
    margin: (wallet.margin - close.margin + fromMargin) as Usdt,
  }
}

/** A position with the terms and best prices of its market. */
export type ClosablePosition = {
  readonly order: ContractOrder
  readonly lot: Quantity
  readonly best: BestPrices
}

/** Effect of closing whole positions one after the other, with the displayed sums of the displayed parts. */
export type CloseAllView = {
  readonly closes: readonly { readonly order: ContractOrder; readonly view: CloseView }[]
  readonly profit: Usdt
  readonly fee: Usdt
  readonly back: Usdt
}

/** Closes whole positions in their order: each in the wallet that the one before left. */
export const closeAllView = (positions: readonly ClosablePosition[], wallet: PayingWallet): CloseAllView => {
  let paying = wallet
  const closes = positions.map(({ order, lot, best }) => {
    const view = closeView(toOpenPosition(order, lot), order.lots, lot, best, paying)
    paying = walletAfterClose(paying, view)
    return { order, view }
  })
  return closesOf(closes)
}

const closesOf = (closes: CloseAllView['closes']): CloseAllView => ({
  closes,
  profit: sumShown(closes.map(({ view }) => cutOwn(view.profit))),
  fee: sumShown(closes.map(({ view }) => cutCharge(view.fee))),
  back: sumShown(closes.map(({ view }) => view.shown.back)),
})

/** Whole positions of one wallet, with what it pays from. */
export type WalletPositions = {
  readonly positions: readonly ClosablePosition[]
  readonly wallet: PayingWallet
}

/**
 * Closes the positions of several wallets, one wallet after the other. All wallets pay fees from the same bonus credit
 * first, so a wallet finds what the ones before left of it.
 */
export const closeWalletsView = (wallets: readonly WalletPositions[]): CloseAllView => {
  let used = 0n
  const closes = wallets.flatMap(({ positions, wallet }) => {
    const view = closeAllView(positions, { ...wallet, bonus: (wallet.bonus - used) as Usdt })
    used += view.closes.reduce((sum, close) => sum + close.view.feeFromBonus, 0n)
    return view.closes
  })
  return closesOf(closes)
}

/**
 * Lots of a share of a position that its product lets close: the part and what stays open are allowed sizes. 0 if no
 * part is.
 *
 * @example closableLots(11, 50, { minLots: 1, stepLots: 1 }) // 5
 */
export const closableLots = (
  openLots: number,
  percent: number,
  terms: { readonly minLots: number; readonly stepLots: number },
): number => {
  if (percent === 100) return openLots
  const part = allowedLots(BigInt(Math.floor((openLots * percent) / 100)), terms)
  if (part === 0 || validatePartialLots(part, openLots, terms) === null) return part
  // What stays open would be below the smallest size.
  const smaller = allowedLots(BigInt(openLots - terms.minLots), terms)
  return smaller > 0 && validatePartialLots(smaller, openLots, terms) === null ? smaller : 0
}
