/**
 * When an account has to be looked at again. Risk is a figure of the whole account, so a close-out has no one
 * price; but as long as no market moved far enough to use up the account's slack, nothing can have happened.
 */
import { divide, type Price, type Usdt } from '../../money/units.ts'
import {
  type BestPrices,
  closingPrice,
  liquidationMarginLevelPercent,
  type Position,
  type PositionSide,
} from '../rules.ts'

/** A contract wallet as the close-out sees it, USDT. */
export type GuardedAccount = {
  /** Everything in the wallet: free, margin and holds. */
  readonly balance: Usdt
  readonly margin: Usdt
  /** Floating profit of all open positions. */
  readonly profit: Usdt
}

/**
 * Tells whether positions are closed out: risk rate at or below 50 %, exactly. An account that holds no margin
 * any more is when nothing but loss is left of it.
 *
 * @example isClosedOut({ balance: usdt('100'), margin: usdt('80'), profit: usdt('-60') }) // true: 40 of 80
 */
export const isLiquidatable = ({ balance, margin, profit }: GuardedAccount): boolean =>
  (balance + profit) * 100n <= margin * BigInt(liquidationMarginLevelPercent)

/** One market and direction an account has positions in, with the best prices it was valued at. */
export type RecheckInput = { readonly direction: PositionSide; readonly best: BestPrices }

const priceUnit = 1_000_000_000n

/**
 * How much an account may still lose before it is closed out, as a part of all it controls: no set of moves that
 * are all smaller than this part of each price can close it out. `worth` is Σ quantity × closing price, in units
 * of 1e-17 as they come. The slack is lessened by one unit per position, because each profit is rounded down.
 */
export type LiquidationBand = { readonly slack: bigint; readonly worth: bigint }

/**
 * The band of an account.
 *
 * @example guardBand(account, positions at 100) // slack 30 of worth 1000: 3 % either way
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
  for (const { direction, quantity, best } of positions) worth += quantity * closingPrice(direction, best)
  return { slack: slack > 0n ? slack : 0n, worth }
}

/**
 * The price at which the account must be looked at again on account of one market: for bought positions below
 * the bid it was valued at, for sold ones above the ask. Rounded towards the market.
 *
 * @example guardPrice({ slack: 30 USDT, worth: 1000 USDT }, { direction: 'buy', best: { bid: price('100'), … } }) // 97
 */
export const recheckPrice = ({ slack, worth }: LiquidationBand, { direction, best }: RecheckInput): Price => {
  const from = closingPrice(direction, best)
  if (worth <= 0n) return from
  // slack is in hundredths of 1e-8 USDT, worth in 1e-17 USDT.
  const move = divide(from * slack * priceUnit, worth * 100n, 'floor')
  const at = direction === 'buy' ? from - move : from + move
  return (at > 0n ? at : 0n) as Price
}
