/**
 * A margin account: one contract wallet and its open positions. All positions of a wallet share its funds, so margin
 * level, liquidation and the maximum transfer are properties of the account, not of one position.
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

/** Amounts of a margin account, USDT. */
export type AccountFigures = {
  /** Total of the wallet: free, margin and holds, without unrealized PnL. */
  readonly balance: Usdt
  readonly margin: Usdt
  /** On hold for resting orders. */
  readonly hold: Usdt
  /** Unrealized PnL of all open positions, negative for a loss. */
  readonly profit: Usdt
}

const minAmount = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const notNegative = (units: bigint): Usdt => (units < 0n ? 0n : units) as Usdt

/**
 * Amount available for a new order or a fee: balance − margin − holds + min(0, unrealized PnL), at least 0.
 *
 * @example availableBalance({ balance: usdt('2316.308'), margin: usdt('2102.367'), hold: usdt('65.727'), profit: usdt('255.492') }) // 148.214
 */
export const availableBalance = ({ balance, margin, hold, profit }: AccountFigures): Usdt =>
  notNegative(balance - margin - hold + minAmount(0n, profit))

/**
 * Margin level = (balance + unrealized PnL) ÷ margin × 100, in hundredths of a percent, rounded down; null without
 * margin.
 *
 * @example marginLevel({ balance: usdt('2316.308'), margin: usdt('2102.367'), profit: usdt('255.492') }) // 12232n, shown as 122.32 %
 */
export const marginLevel = ({
  balance,
  margin,
  profit,
}: Pick<AccountFigures, 'balance' | 'margin' | 'profit'>): bigint | null =>
  margin === 0n ? null : divide((balance + profit) * 10_000n, margin, 'floor')

/**
 * Maximum amount that can be transferred out of a margin account.
 *
 * Limited by the available balance and, with open orders, by a margin level of 200 %.
 *
 * @example maxTransferOut({ balance: usdt('1000'), margin: usdt('300'), hold: usdt('0'), profit: usdt('-50') }) // 350
 */
export const maxTransferOut = (account: AccountFigures): Usdt => {
  const available = availableBalance(account)
  if (account.margin === 0n) return available
  const floor = divide(account.margin * BigInt(transferMarginLevelPercent), 100n, 'ceil')
  return notNegative(minAmount(available, account.balance + account.profit - floor))
}

/** Input of the liquidation price of one market in an account. */
export type LiquidationInput = {
  /** Total of the wallet; for an order not yet opened, after its opening fee. */
  readonly balance: Usdt
  /** Margin of all open positions, including the one in question. */
  readonly margin: Usdt
  /** Unrealized PnL of the positions in other markets. */
  readonly otherProfit: Usdt
  /** All open positions in this market, including the one in question. */
  readonly positions: readonly Position[]
}

const signed = ({ side, quantity }: Position): bigint => (side === 'long' ? quantity : -quantity)
/** Net quantity of the positions of one market: positive if long, negative if short. */
const netOf = (positions: readonly Position[]): bigint =>
  positions.reduce((sum, position) => sum + signed(position), 0n)

/**
 * Price of one market at which the account's margin level reaches 50 % while all other prices stay constant.
 *
 * Null if no price does: the position is covered down to 0, or long and short quantities are equal. Rounded towards the
 * market, so the distance is never overstated.
 *
 * Solves balance + other PnL + Σ ± quantity × (price − entry price) = 50 % × margin.
 *
 * @example liquidationPrice({ balance: usdt('2315.945825'), margin: usdt('2174.802'), otherProfit: usdt('-0.492'),
 *   positions: [600 lots bought at 65702.10, 11 lots bought at 65850] }) // 63694.85626023, shown as 63694.86
 */
export const liquidationPrice = ({
  balance,
  margin,
  otherProfit,
  positions,
}: LiquidationInput): Price | null => {
  const net = netOf(positions)
  const cost = positions.reduce((sum, position) => sum + signed(position) * position.openPrice, 0n)
  if (net === 0n) return null
  // All terms are multiplied by 100 so that the percentage of the margin stays exact.
  const slack = (balance + otherProfit) * 100n - margin * BigInt(liquidationMarginLevelPercent)
  const price = divide(cost * 100n - slack * 1_000_000_000n, net * 100n, net > 0n ? 'ceil' : 'floor')
  if (price > 0n) return price as Price
  // A long position cannot fall below a price of 0. A short position this far under water is liquidated at any price.
  return net > 0n ? null : (1n as Price)
}

/**
 * Liquidation price that limits the stop loss of this side. Null if an adverse move for this side causes no liquidation
 * because the account's net position is on the other side.
 *
 * @example adverseLiquidationPrice('long', { balance, margin, otherProfit, positions: [2 coins sold, 1 coin bought] }) // null
 */
export const adverseLiquidationPrice = (side: PositionSide, input: LiquidationInput): Price | null => {
  const net = netOf(input.positions)
  return net !== 0n && net > 0n === (side === 'long') ? liquidationPrice(input) : null
}

/** An account as one of its markets sees it, USDT. */
export type MarketAccount = Pick<AccountFigures, 'balance' | 'margin'> & {
  /** Open positions in the market. */
  readonly here: readonly Position[]
  /** Unrealized PnL of the positions in other markets. */
  readonly otherProfit: Usdt
}

/** What an order not yet open would add to an account, USDT. */
export type OpeningImpact = {
  readonly position: Position
  readonly margin: Usdt
  readonly feeFromWallet: Usdt
}

/** Input of the liquidation price of a market, with an order that is not open yet. */
export const liquidationInput = (
  { balance, margin, here, otherProfit }: MarketAccount,
  added: OpeningImpact | null,
): LiquidationInput => ({
  balance: (balance - (added?.feeFromWallet ?? 0n)) as Usdt,
  margin: (margin + (added?.margin ?? 0n)) as Usdt,
  otherProfit,
  positions: added === null ? here : [...here, added.position],
})

/** The liquidation price that limits the stop loss of a side, with an order that is not open yet; null without a limit. */
export const stopLossBound = (
  account: MarketAccount,
  side: PositionSide,
  added: OpeningImpact | null,
): Price | null => adverseLiquidationPrice(side, liquidationInput(account, added))

/** A position with the fee rate of its close, in parts per million. */
export type FeedPosition = Position & { readonly feeRatePpm: number }

/** Input of the loss at the liquidation price of one market. */
export type LiquidationLossInput = {
  /** Total of the wallet now, before the fee of an order not yet opened. */
  readonly balance: Usdt
  /** Part of that fee that the wallet still has to pay. */
  readonly openFee: Usdt
  /** Unrealized PnL of the positions in other markets, at current prices. */
  readonly otherProfit: Usdt
  /** All open positions in this market, including the order not yet opened. */
  readonly positions: readonly FeedPosition[]
}

/**
 * Loss of the wallet, fees included, when its positions in one market close at a price while other prices stay
 * constant. Between 0 and the balance, like `maxLoss`.
 *
 * @example lossAtLiquidation({ balance: usdt('2316.308'), openFee: usdt('0.362175'), otherProfit: usdt('-0.492'),
 *   positions: [600 lots bought at 65702.10, 11 lots bought at 65850] }, price('63694.856260230')) // 1248.3657786
 */
export const lossAtLiquidation = (input: LiquidationLossInput, liquidation: Price): Usdt => {
  const { balance, openFee, otherProfit, positions } = input
  const lost = positions.reduce(
    (sum, position) =>
      sum +
      tradingFee(position.quantity, liquidation, position.feeRatePpm) -
      unrealizedPnl(position, liquidation),
    openFee - otherProfit,
  )
  return minAmount(balance, notNegative(lost)) as Usdt
}

/** Input of the worst possible loss of a wallet. */
export type MaxLossInput = {
  /** Total of the wallet now. */
  readonly balance: Usdt
  /** All open positions, including the one about to open. */
  readonly positions: readonly Position[]
  /** Unpaid opening fee of the position about to open. */
  readonly openFee: Usdt
}

/**
 * Maximum loss of the wallet in a price gap of any size. Long positions lose at most their notional, short positions
 * have no limit of their own; never more than the balance.
 *
 * @example maxLoss({ balance: usdt('2316.308'), openFee: usdt('0.362175'), positions: [600 lots and 11 lots bought] }) // 2316.308
 */
export const maxLoss = ({ balance, positions, openFee }: MaxLossInput): Usdt => {
  if (positions.some((position) => position.side === 'short')) return balance
  const all = positions.reduce((sum, { quantity, openPrice }) => sum + notional(quantity, openPrice), 0n)
  return minAmount(balance, all + openFee) as Usdt
}
