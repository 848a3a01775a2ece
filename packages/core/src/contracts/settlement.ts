/**
 * Who pays what when a position opens or closes. The server settles with these functions and the page previews with
 * the same ones. Pure arithmetic over the wallet as it stands.
 */
import type { Price, Usdt } from '../money/units.ts'
import {
  type BestPrices,
  closingPrice,
  feeFromWallet,
  margin,
  type OpenPosition,
  type Position,
  tradingFee,
  unrealizedPnl,
} from './rules.ts'

/** What opening a position costs, USDT. */
export type OpeningCosts = {
  readonly margin: Usdt
  /** The whole fee, whoever pays it. */
  readonly charged: Usdt
  readonly feeFromBonus: Usdt
  readonly feeFromWallet: Usdt
}

/**
 * Margin and fee of a position, and which part of the fee bonus credit pays.
 *
 * @param ratePpm fee rate in parts per million of the notional
 * @param bonus bonus credit that may pay; 0 for an order that rests, whose hold covers the whole fee
 * @example openingCosts(elevenLotsAt65850, 10, 500, usdt('0.3')) // margin 72.435, fee 0.362175: 0.3 from bonus, 0.062175 from the wallet
 */
export const openingCosts = (
  position: Position,
  leverage: number,
  ratePpm: number,
  bonus: Usdt,
): OpeningCosts => {
  const charged = tradingFee(position.quantity, position.openPrice, ratePpm)
  const fromWallet = feeFromWallet(charged, bonus)
  return {
    margin: margin(position.quantity, position.openPrice, leverage),
    charged,
    feeFromBonus: (charged - fromWallet) as Usdt,
    feeFromWallet: fromWallet,
  }
}

/** The wallet at the moment of closing, USDT. */
export type CloseSettlementInput = {
  /** Profit before fees; negative for a loss. */
  readonly profit: Usdt
  readonly closeFee: Usdt
  /** Margin that the closed position (or part) lets go. */
  readonly released: Usdt
  /** Free money of the wallet before closing. */
  readonly free: Usdt
  readonly bonus: Usdt
  /** Margin of everything else that stays open in this wallet, the rest of a partial close included. */
  readonly otherMargin: Usdt
}

/** Every part of the payment; each is 0 or more and paid once. */
export type CloseSettlement = {
  /** Trading reserve → wallet. */
  readonly profit: Usdt
  /** Margin of other open positions that the loss uses up. */
  readonly takenMargin: Usdt
  /** Wallet → trading reserve. */
  readonly lossFromWallet: Usdt
  /** Bonus credit → fees. */
  readonly feeFromBonus: Usdt
  /** Wallet → fees. */
  readonly feeFromWallet: Usdt
  /** What the wallet could not pay of the loss and of the fee: the insurance fund's part. */
  readonly lossUnpaid: Usdt
  readonly feeUnpaid: Usdt
}

const minAmount = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * Divides profit or loss and fee among wallet, bonus and insurance. The wallet pays with what is free and what
 * the position lets go, then with the margin of its other positions; a customer loses no more than the
 * wallet holds, and the insurance fund pays the remainder, an unpayable fee included. Bonus credit pays fees
 * first.
 *
 * @example settleClose({ profit: usdt('-120'), closeFee: usdt('1'), released: usdt('50'), free: usdt('10'),
 *   bonus: usdt('0'), otherMargin: usdt('40') }) // wallet 100 of the loss (40 from other margin), unpaid: loss 20, fee 1
 */
export const settleClose = (asked: CloseSettlementInput): CloseSettlement => {
  const profit = asked.profit > 0n ? asked.profit : 0n
  const loss = asked.profit < 0n ? -asked.profit : 0n
  const feeFromBonus = minAmount(asked.bonus, asked.closeFee)
  const fee = asked.closeFee - feeFromBonus
  const own = asked.free + asked.released + profit
  const short = loss + fee > own ? loss + fee - own : 0n
  const takenMargin = minAmount(short, asked.otherMargin)
  const purse = own + takenMargin
  const lossFromWallet = minAmount(loss, purse)
  const feeFromWallet = minAmount(fee, purse - lossFromWallet)
  return {
    profit: profit as Usdt,
    takenMargin: takenMargin as Usdt,
    lossFromWallet: lossFromWallet as Usdt,
    feeFromBonus: feeFromBonus as Usdt,
    feeFromWallet: feeFromWallet as Usdt,
    lossUnpaid: (loss - lossFromWallet) as Usdt,
    feeUnpaid: (fee - feeFromWallet) as Usdt,
  }
}

/** A close worked out, before the insurance fund is asked. */
export type Closing = {
  readonly price: Price
  readonly charged: Usdt
  /** Profit before fees; negative for a loss. */
  readonly profit: Usdt
  readonly settlement: CloseSettlement
}

/** The wallet a position closes in, apart from the position: USDT. */
export type ClosingWallet = Pick<CloseSettlementInput, 'free' | 'bonus' | 'otherMargin'>

/**
 * Works out a close at the side of the book at which the position closes, at the position's own fee rate.
 *
 * @example closingOf(elevenLotsBoughtAt65850, { bid: price('66128.74'), ask: price('66128.75') }, { free, bonus: usdt('0.2'),
 *   otherMargin }) // profit 3.06614, fee 0.36370807: 0.2 from bonus, 0.16370807 from the wallet
 */
export const closingOf = (closed: OpenPosition, best: BestPrices, wallet: ClosingWallet): Closing => {
  const price = closingPrice(closed.direction, best)
  const charged = tradingFee(closed.quantity, price, closed.feeRatePpm)
  const profit = unrealizedPnl(closed, price)
  const settlement = settleClose({ profit, closeFee: charged, released: closed.margin, ...wallet })
  return { price, charged, profit, settlement }
}

/** The margin an open position holds. */
export type PositionMargin = { readonly id: number; readonly margin: Usdt }

/**
 * Takes margin from open positions, the oldest first; answers those that change with what they keep.
 *
 * @example takeMargin([{ id: 1, margin: usdt('5') }, { id: 2, margin: usdt('9') }], usdt('7')) // 1 keeps 0, 2 keeps 7
 */
export const drawMargin = (held: readonly PositionMargin[], amount: Usdt): readonly PositionMargin[] => {
  let left: bigint = amount
  const changed: PositionMargin[] = []
  for (const { id, margin } of [...held].sort((a, b) => a.id - b.id)) {
    const taken = minAmount(left, margin)
    if (taken === 0n) continue
    changed.push({ id, margin: (margin - taken) as Usdt })
    left -= taken
  }
  if (left > 0n) throw new RangeError('more margin is taken than is held')
  return changed
}
