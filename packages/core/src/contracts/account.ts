/**
 * A contract wallet with everything open in it. All positions of one wallet share its money, so risk,
 * close-out and what may leave are figures of the account and not of one position.
 */
import { divide, type Price, type Usdt } from '../money/units.ts'
import {
  liquidationMarginLevelPercent,
  notional,
  type Position,
  type PositionSide,
  tradingFee,
  transferMarginLevelPercent,
  unrealizedPnl,
} from './rules.ts'

/** The money side of a contract wallet, USDT. */
export type AccountFigures = {
  /** Everything in the wallet: free, margin and holds, without floating profit. */
  readonly balance: Usdt
  readonly margin: Usdt
  /** Held for pending orders. */
  readonly hold: Usdt
  /** Floating profit of all open positions, negative for a loss. */
  readonly profit: Usdt
}

const minAmount = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const notNegative = (units: bigint): Usdt => (units < 0n ? 0n : units) as Usdt

/**
 * What a new order or a fee can use: balance − margin − holds + min(0, floating profit), at least 0.
 *
 * @example availableIn({ balance: usdt('2316.308'), margin: usdt('2102.367'), hold: usdt('65.727'), profit: usdt('255.492') }) // 148.214
 */
export const availableBalance = ({ balance, margin, hold, profit }: AccountFigures): Usdt =>
  notNegative(balance - margin - hold + minAmount(0n, profit))

/**
 * Risk rate = (balance + floating profit) ÷ margin × 100 (seed document), in hundredths of a percent, rounded
 * down; null when no margin is held.
 *
 * @example riskRate({ balance: usdt('2316.308'), margin: usdt('2102.367'), profit: usdt('255.492') }) // 12232n, shown as 122.32 %
 */
export const marginLevel = ({
  balance,
  margin,
  profit,
}: Pick<AccountFigures, 'balance' | 'margin' | 'profit'>): bigint | null =>
  margin === 0n ? null : divide((balance + profit) * 10_000n, margin, 'floor')

/**
 * The most that may leave a contract wallet: what is available, and with open orders no more than keeps the
 * risk rate at 200 %.
 *
 * @example mostThatMayLeave({ balance: usdt('1000'), margin: usdt('300'), hold: usdt('0'), profit: usdt('-50') }) // 350
 */
export const maxTransferOut = (account: AccountFigures): Usdt => {
  const available = availableBalance(account)
  if (account.margin === 0n) return available
  const floor = divide(account.margin * BigInt(transferMarginLevelPercent), 100n, 'ceil')
  return notNegative(minAmount(available, account.balance + account.profit - floor))
}

/** What decides the close-out price of one market inside an account. */
export type LiquidationInput = {
  /** Everything in the wallet; for an order not yet opened, after its opening fee. */
  readonly balance: Usdt
  /** Margin of all open positions, the one asked about included. */
  readonly margin: Usdt
  /** Floating profit of the positions on other markets. */
  readonly otherProfit: Usdt
  /** Every open position on this market, the one asked about included. */
  readonly positions: readonly Position[]
}

const signed = ({ direction, quantity }: Position): bigint => (direction === 'buy' ? quantity : -quantity)
/** What all positions of one market amount to: bought coins above zero, sold ones below. */
const netOf = (positions: readonly Position[]): bigint =>
  positions.reduce((sum, one) => sum + signed(one), 0n)

/**
 * The price of one market at which the account's risk rate reaches 50 % while all other prices stay; null
 * when no price does (covered down to 0, or bought and sold in equal parts). Rounded towards the market, so
 * that it never looks further away than it is.
 *
 * Solves balance + other profit + Σ ± quantity × (price − open price) = 50 % × margin.
 *
 * @example closeOutPrice({ balance: usdt('2315.945825'), margin: usdt('2174.802'), otherProfit: usdt('-0.492'),
 *   positions: [600 lots bought at 65702.10, 11 lots bought at 65850] }) // 63694.85626023, shown as 63694.86
 */
export const liquidationPrice = ({
  balance,
  margin,
  otherProfit,
  positions,
}: LiquidationInput): Price | null => {
  const net = netOf(positions)
  const cost = positions.reduce((sum, one) => sum + signed(one) * one.openPrice, 0n)
  if (net === 0n) return null
  // A hundred times everything, so that a percentage of the margin stays exact.
  const slack = (balance + otherProfit) * 100n - margin * BigInt(liquidationMarginLevelPercent)
  const price = divide(cost * 100n - slack * 1_000_000_000n, net * 100n, net > 0n ? 'ceil' : 'floor')
  if (price > 0n) return price as Price
  // A fall can stop at nothing; a sold position this deep under water is closed out at any price at all.
  return net > 0n ? null : (1n as Price)
}

/**
 * The close-out price beyond which a stop-loss of this direction may not lie; null when the market's way
 * against such a position closes nothing out, because the account holds more of the other direction there.
 *
 * @example closeOutAgainst('buy', { balance, margin, otherProfit, positions: [2 coins sold, 1 coin bought] }) // null
 */
export const adverseLiquidationPrice = (direction: PositionSide, asked: LiquidationInput): Price | null => {
  const net = netOf(asked.positions)
  return net !== 0n && net > 0n === (direction === 'buy') ? liquidationPrice(asked) : null
}

/** A position with the fee rate of its closing, in parts per million. */
export type FeedPosition = Position & { readonly feeRatePpm: number }

/** What decides the loss of a wallet at the close-out price of one market. */
export type CloseOutLossQuestion = {
  /** Everything in the wallet now, before the fee of an order not yet opened. */
  readonly balance: Usdt
  /** What the wallet still has to pay of that fee. */
  readonly openFee: Usdt
  /** Floating profit of the positions on other markets, at the prices of now. */
  readonly otherProfit: Usdt
  /** Every open position on this market, the order not yet opened included. */
  readonly positions: readonly FeedPosition[]
}

/**
 * What the wallet has lost, fees included, when its positions of one market are closed at a price while other
 * prices stay; between 0 and the balance, as `maxLoss` is.
 *
 * @example lossAtCloseOut({ balance: usdt('2316.308'), openFee: usdt('0.362175'), otherProfit: usdt('-0.492'),
 *   positions: [600 lots bought at 65702.10, 11 lots bought at 65850] }, price('63694.856260230')) // 1248.3657786
 */
export const lossAtCloseOut = (asked: CloseOutLossQuestion, closeOut: Price): Usdt => {
  const { balance, openFee, otherProfit, positions } = asked
  const lost = positions.reduce(
    (sum, one) => sum + tradingFee(one.quantity, closeOut, one.feeRatePpm) - unrealizedPnl(one, closeOut),
    openFee - otherProfit,
  )
  return minAmount(balance, notNegative(lost)) as Usdt
}

/** What decides the worst possible loss of a wallet. */
export type MaxLossInput = {
  /** Everything in the wallet now. */
  readonly balance: Usdt
  /** Every open position, with the one about to be opened. */
  readonly positions: readonly Position[]
  /** The fee still to be paid for the one about to be opened. */
  readonly openFee: Usdt
}

/**
 * The most the wallet can lose in a gap over any distance: bought positions lose at most their notional, sold
 * ones have no limit of their own; never more than the wallet holds.
 *
 * @example worstLoss({ balance: usdt('2316.308'), openFee: usdt('0.362175'), positions: [600 lots and 11 lots bought] }) // 2316.308
 */
export const maxLoss = ({ balance, positions, openFee }: MaxLossInput): Usdt => {
  if (positions.some((position) => position.direction === 'sell')) return balance
  const all = positions.reduce((sum, { quantity, openPrice }) => sum + notional(quantity, openPrice), 0n)
  return minAmount(balance, all + openFee) as Usdt
}
