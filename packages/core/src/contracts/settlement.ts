/**
 * Payments when a position opens or closes. The server settles with these functions and the page previews with the same
 * ones. Pure arithmetic on the given wallet.
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

/** Costs of opening a position, USDT. */
export type OpeningCosts = {
  readonly margin: Usdt
  /** The full fee, paid by bonus credit or the wallet. */
  readonly charged: Usdt
  readonly feeFromBonus: Usdt
  readonly feeFromWallet: Usdt
}

/**
 * Margin and fee of a position, and the part of the fee that bonus credit pays.
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
  /** PnL before fees; negative for a loss. */
  readonly profit: Usdt
  readonly closeFee: Usdt
  /** Margin released by the closed position or part. */
  readonly released: Usdt
  /** Free balance of the wallet before closing. */
  readonly free: Usdt
  readonly bonus: Usdt
  /** Margin of all positions that stay open in this wallet, including the remainder of a partial close. */
  readonly otherMargin: Usdt
}

/** All parts of the payment; each is at least 0 and paid once. */
export type CloseSettlement = {
  /** Trading reserve → wallet. */
  readonly profit: Usdt
  /** Margin of other open positions drawn to pay the loss. */
  readonly takenMargin: Usdt
  /** Wallet → trading reserve. */
  readonly lossFromWallet: Usdt
  /** Bonus credit → fees. */
  readonly feeFromBonus: Usdt
  /** Wallet → fees. */
  readonly feeFromWallet: Usdt
  /** Parts of the loss and of the fee that the wallet cannot pay; the insurance fund pays them. */
  readonly lossUnpaid: Usdt
  readonly feeUnpaid: Usdt
}

const minAmount = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * Divides PnL and fee among wallet, bonus and insurance fund.
 *
 * The wallet pays from its free balance and the released margin, then from the margin of its other positions. A
 * customer never loses more than the wallet holds; the insurance fund pays the remainder, including an unpaid fee.
 * Bonus credit pays fees first.
 *
 * @example settleClose({ profit: usdt('-120'), closeFee: usdt('1'), released: usdt('50'), free: usdt('10'),
 *   bonus: usdt('0'), otherMargin: usdt('40') }) // wallet 100 of the loss (40 from other margin), unpaid: loss 20, fee 1
 */
export const settleClose = (input: CloseSettlementInput): CloseSettlement => {
  const profit = input.profit > 0n ? input.profit : 0n
  const loss = input.profit < 0n ? -input.profit : 0n
  const feeFromBonus = minAmount(input.bonus, input.closeFee)
  const fee = input.closeFee - feeFromBonus
  const ownFunds = input.free + input.released + profit
  const short = loss + fee > ownFunds ? loss + fee - ownFunds : 0n
  const takenMargin = minAmount(short, input.otherMargin)
  const purse = ownFunds + takenMargin
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

/** A quoted close, before payments of the insurance fund. */
export type Closing = {
  readonly price: Price
  readonly charged: Usdt
  /** PnL before fees; negative for a loss. */
  readonly profit: Usdt
  readonly settlement: CloseSettlement
}

/** The wallet in which a position closes, without the position, USDT. */
export type ClosingWallet = Pick<CloseSettlementInput, 'free' | 'bonus' | 'otherMargin'>

/**
 * Quotes a close at the position's side of the book and at its own fee rate.
 *
 * @example closingOf(elevenLotsBoughtAt65850, { bid: price('66128.74'), ask: price('66128.75') }, { free, bonus: usdt('0.2'),
 *   otherMargin }) // profit 3.06614, fee 0.36370807: 0.2 from bonus, 0.16370807 from the wallet
 */
export const closingOf = (closed: OpenPosition, best: BestPrices, wallet: ClosingWallet): Closing => {
  const price = closingPrice(closed.side, best)
  const charged = tradingFee(closed.quantity, price, closed.feeRatePpm)
  const profit = unrealizedPnl(closed, price)
  const settlement = settleClose({ profit, closeFee: charged, released: closed.margin, ...wallet })
  return { price, charged, profit, settlement }
}

/** Margin of an open position. */
export type PositionMargin = { readonly id: number; readonly margin: Usdt }

/**
 * Draws margin from open positions, the oldest first. Returns the changed ones with their remaining margin.
 *
 * @example drawMargin([{ id: 1, margin: usdt('5') }, { id: 2, margin: usdt('9') }], usdt('7')) // 1 keeps 0, 2 keeps 7
 */
export const drawMargin = (positions: readonly PositionMargin[], amount: Usdt): readonly PositionMargin[] => {
  let remaining: bigint = amount
  const changed: PositionMargin[] = []
  for (const { id, margin } of [...positions].sort((a, b) => a.id - b.id)) {
    const drawn = minAmount(remaining, margin)
    if (drawn === 0n) continue
    changed.push({ id, margin: (margin - drawn) as Usdt })
    remaining -= drawn
  }
  if (remaining > 0n) throw new RangeError('more margin is taken than is held')
  return changed
}

/** Reserves of the house account that pay closes, USDT. */
export type CloseReserves = { readonly trading: Usdt; readonly insurance: Usdt }

/** Which house accounts pay their part of a close; each is 0 or more. */
export type HouseShare = {
  /** Trading reserve → wallet, insurance fund → wallet, and what is owed openly → wallet: together the profit. */
  readonly profitFromReserve: Usdt
  readonly profitFromInsurance: Usdt
  readonly profitOwed: Usdt
  /** The insurance fund's part of what the wallet could not pay. */
  readonly lossFromInsurance: Usdt
  readonly feeFromInsurance: Usdt
}

/**
 * Divides the platform’s part of a close: a profit is paid by the trading reserve, then by the insurance fund, and the
 * rest is owed openly, so that no close is refused for want of reserve. What the wallet could not pay of a loss and
 * then of the fee is the insurance fund's, as far as it reaches; beyond that it is written off.
 *
 * @example houseShareOf({ profit: usdt('150'), lossUnpaid: usdt('0'), feeUnpaid: usdt('0') }, { trading: usdt('100'), insurance: usdt('30') }) // 100, 30, owed 20
 */
export const houseShareOf = (
  { profit, lossUnpaid, feeUnpaid }: Pick<CloseSettlement, 'profit' | 'lossUnpaid' | 'feeUnpaid'>,
  { trading, insurance }: CloseReserves,
): HouseShare => {
  const profitFromReserve = minAmount(profit, trading)
  const profitFromInsurance = minAmount(profit - profitFromReserve, insurance)
  const lossFromInsurance = minAmount(lossUnpaid, insurance - profitFromInsurance)
  const feeFromInsurance = minAmount(feeUnpaid, insurance - profitFromInsurance - lossFromInsurance)
  return {
    profitFromReserve: profitFromReserve as Usdt,
    profitFromInsurance: profitFromInsurance as Usdt,
    profitOwed: (profit - profitFromReserve - profitFromInsurance) as Usdt,
    lossFromInsurance: lossFromInsurance as Usdt,
    feeFromInsurance: feeFromInsurance as Usdt,
  }
}
