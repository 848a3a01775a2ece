/**
 * When an account must be rechecked. Liquidation depends on the whole account and has no single price. As long as no
 * market has moved far enough to use up the account's slack, the account cannot be liquidatable.
 */
import { divide, type Price, type Usdt } from '../../money/units.ts'
import {
  type BestPrices,
  closingPrice,
  liquidationMarginLevelPercent,
  type Position,
  type PositionSide,
} from '../rules.ts'

/** A margin account as seen by the liquidation check, USDT. */
export type GuardedAccount = {
  /** Total of the wallet: free, margin and holds. */
  readonly balance: Usdt
  readonly margin: Usdt
  /** Unrealized PnL of all open positions. */
  readonly profit: Usdt
}

/**
 * Whether positions are liquidated: margin level at or below 50 %, exactly. An account without margin is liquidatable
 * when its equity is zero or negative.
 *
 * @example isLiquidatable({ balance: usdt('100'), margin: usdt('80'), profit: usdt('-60') }) // true: 40 of 80
 */
export const isLiquidatable = ({ balance, margin, profit }: GuardedAccount): boolean =>
  (balance + profit) * 100n <= margin * BigInt(liquidationMarginLevelPercent)

/** One market and side in which an account has positions, with the best prices used for its valuation. */
export type RecheckInput = { readonly side: PositionSide; readonly best: BestPrices }

const priceUnit = 1_000_000_000n

/**
 * How much an account can lose before liquidation, relative to the value of its positions. No set of price moves that
 * are all smaller than slack ÷ worth can liquidate it.
 *
 * `worth` is Σ quantity × closing price in units of 1e-17. The slack is reduced by one unit per position because each
 * PnL is rounded down.
 */
export type LiquidationBand = { readonly slack: bigint; readonly worth: bigint }

/**
 * Liquidation band of an account.
 *
 * @example liquidationBand(account, positions at 100) // slack 30 of worth 1000: 3 % either way
 */
export const liquidationBand = (
  { balance, margin, profit }: GuardedAccount,
  positions: readonly (Position & { readonly best: BestPrices })[],
): LiquidationBand => {
  const slack =
    (balance + profit) * 100n -
    margin * BigInt(liquidationMarginLevelPercent) -
    BigInt(positions.length) * 100n
  let worth = 0n
  for (const { side, quantity, best } of positions) worth += quantity * closingPrice(side, best)
  return { slack: slack > 0n ? slack : 0n, worth }
}

/**
 * Price of one market at which the account must be rechecked: below the valuation bid for long positions, above the ask
 * for short positions. Rounded towards the market.
 *
 * @example recheckPrice({ slack: 30 USDT, worth: 1000 USDT }, { side: 'long', best: { bid: price('100'), … } }) // 97
 */
export const recheckPrice = ({ slack, worth }: LiquidationBand, { side, best }: RecheckInput): Price => {
  const from = closingPrice(side, best)
  if (worth <= 0n) return from
  // slack is in hundredths of 1e-8 USDT, worth in 1e-17 USDT.
  const move = divide(from * slack * priceUnit, worth * 100n, 'floor')
  const at = side === 'long' ? from - move : from + move
  return (at > 0n ? at : 0n) as Price
}
