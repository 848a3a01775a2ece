/**
 * Closes shares of a pool's positions at a dealing, so that payments can leave the pool. Each close settles like any
 * close of a contract wallet (`contracts/settlement.ts`).
 */
import { maxTransferOut } from '../../contracts/account.ts'
import { validatePartialLots } from '../../contracts/checks.ts'
import {
  type ContractTerms,
  closingPrice,
  splitPosition,
  tradingFee,
  unrealizedPnl,
} from '../../contracts/rules.ts'
import { type Closing, closingOf, drawMargin } from '../../contracts/settlement.ts'
import { divide, type Quantity, type Usdt } from '../../money/units.ts'
import { bestPricesOf, type MarketPrices, type PoolPosition } from './units.ts'

/** Share of all lots, in parts per million. */
export const wholeSharePpm = 1_000_000

/** Terms of a market that bound a partial close. */
type LotTerms = Pick<ContractTerms, 'lot' | 'minLots' | 'stepLots'>

/** A pool as far as its positions and their prices matter. */
type ReducibleAccount = {
  /** Total of the contract wallet, USDT. */
  readonly balance: Usdt
  readonly positions: readonly PoolPosition[]
}

/** The prices and market terms of one dealing. */
export type DealingMarkets = { readonly prices: MarketPrices; readonly lots: ReadonlyMap<number, LotTerms> }

/** One close of a dealing: the position as it was, the lots that close and their settlement. */
export type PoolClosing = Closing & { readonly position: PoolPosition; readonly lots: number }

/** A pool after its positions were reduced. */
export type Reduction = ReducibleAccount & {
  /** Share of every position that was closed, in parts per million; 0 if nothing was closed. */
  readonly sharePpm: number
  /** In the order of execution: profits before losses, so that the insurance fund is used last. */
  readonly closings: readonly PoolClosing[]
}

/**
 * Lots that close of a position: its share rounded up to the step; all of them where the market would not allow the
 * remainder.
 *
 * @param sharePpm share of the lots, in parts per million
 * @see product specification, investment, section 6 "A dealing", step (e)
 * @example reducedLots(83, 250_000, { minLots: 1, stepLots: 1 }) // 21: 20.75 rounded up
 */
export const reducedLots = (
  lots: number,
  sharePpm: number,
  terms: Pick<ContractTerms, 'minLots' | 'stepLots'>,
): number => {
  const step = BigInt(terms.stepLots)
  const share = divide(BigInt(lots) * BigInt(sharePpm), BigInt(wholeSharePpm), 'ceil')
  const min = BigInt(terms.minLots)
  const part = Number.parseInt((divide(share < min ? min : share, step, 'ceil') * step).toString(), 10)
  return part < lots && validatePartialLots(part, lots, terms) === null ? part : lots
}

/**
 * Closes one share of every position at the given prices.
 *
 * @param sharePpm above 0, at most 1,000,000 (all of it)
 * @throws RangeError a market has no price or no terms
 * @see product specification, investment, section 6 "A dealing", step (e)
 * @example reduceBy({ balance: usdt('5180.42'), positions: [0.03 BTC bought at 64000] }, markets, 1_000_000)
 *   // balance 5189.9577485, no positions
 */
export const reduceBy = (
  { balance, positions }: ReducibleAccount,
  markets: DealingMarkets,
  sharePpm: number,
): Reduction => {
  const open = new Map(positions.map((position) => [position.id, position]))
  const closings: PoolClosing[] = []
  let total: bigint = balance
  for (const position of profitsFirst(positions, markets.prices)) {
    const closing = closePart(open, position, { markets, sharePpm, total: total as Usdt })
    const { profit, lossFromWallet, feeFromWallet } = closing.settlement
    total += profit - lossFromWallet - feeFromWallet
    closings.push(closing)
  }
  const left = positions.flatMap(({ id }) => open.get(id) ?? [])
  return { balance: total as Usdt, positions: left, sharePpm, closings }
}

/** Positions by unrealized PnL less the closing fee, the largest first, then by id. */
const profitsFirst = (positions: readonly PoolPosition[], prices: MarketPrices): readonly PoolPosition[] => {
  const gains = new Map(
    positions.map((position) => {
      const exit = closingPrice(position.side, bestPricesOf(prices, position.pid))
      const fee = tradingFee(position.quantity, exit, position.feeRatePpm)
      return [position.id, unrealizedPnl(position, exit) - fee]
    }),
  )
  return positions.toSorted((a, b) => {
    const [ofA, ofB] = [gains.get(a.id) ?? 0n, gains.get(b.id) ?? 0n]
    if (ofA === ofB) return a.id - b.id
    return ofA > ofB ? -1 : 1
  })
}

/** Closes a part of one position; `open` is the working copy of `reduceBy` and keeps what stays open. */
const closePart = (
  open: Map<number, PoolPosition>,
  { id, pid }: PoolPosition,
  { markets, sharePpm, total }: { markets: DealingMarkets; sharePpm: number; total: Usdt },
): PoolClosing => {
  // Margin may have been drawn by a close before this one.
  const position = open.get(id)
  const terms = markets.lots.get(pid)
  if (position === undefined || terms === undefined) throw new RangeError(`no terms of market ${pid}`)
  const lots = reducedLots(position.lots, sharePpm, terms)
  // The position's own lot: that of its market may have been changed since.
  const lot = (position.quantity / BigInt(position.lots)) as Quantity
  const parts = lots === position.lots ? null : splitPosition(position, lots, lot)
  const free = total - marginOf(open.values())
  if (parts === null) open.delete(id)
  else open.set(id, { ...position, ...parts.rest })
  const closing = closingOf(parts?.closed ?? position, bestPricesOf(markets.prices, pid), {
    free: free as Usdt,
    bonus: 0n as Usdt,
    otherMargin: marginOf(open.values()),
  })
  for (const drawn of drawMargin([...open.values()], closing.settlement.takenMargin)) {
    const other = open.get(drawn.id)
    if (other !== undefined) open.set(drawn.id, { ...other, margin: drawn.margin })
  }
  return { ...closing, position, lots }
}

const marginOf = (positions: Iterable<PoolPosition>): Usdt => {
  let sum = 0n
  for (const { margin } of positions) sum += margin
  return sum as Usdt
}

/**
 * Reduces every position by the smallest share, in parts per million, after which an amount may leave the pool at a
 * margin level of 200 %; by nothing when it may leave as the pool stands.
 *
 * @param outgoing all payments of the dealing, USDT
 * @throws RangeError a market has no price or no terms, or not even closing everything pays the amount
 * @see product specification, investment, section 6 "A dealing", step (e)
 * @example reduceFor({ balance: usdt('5180.42'), positions: [0.03 BTC bought at 64000, margin 1920] }, markets, usdt('3000'))
 *   // closes 13 of 30 lots: 2180.42 + 10.503 − fee stay above 200 % of the margin of 17 lots
 */
export const reduceFor = (account: ReducibleAccount, markets: DealingMarkets, outgoing: Usdt): Reduction => {
  const untouched: Reduction = { ...account, sharePpm: 0, closings: [] }
  if (canPay(untouched, markets.prices, outgoing)) return untouched
  let best = reduceBy(account, markets, wholeSharePpm)
  if (best.balance < outgoing) throw new RangeError('a pool pays more than it is worth')
  let low = 0
  while (best.sharePpm - low > 1) {
    const tried = reduceBy(account, markets, Math.floor((low + best.sharePpm) / 2))
    if (canPay(tried, markets.prices, outgoing)) best = tried
    else low = tried.sharePpm
  }
  return best
}

/** A close that needs the insurance fund empties the wallet, so that nothing may leave after it. */
const canPay = ({ balance, positions }: ReducibleAccount, prices: MarketPrices, outgoing: Usdt): boolean => {
  const profit = positions.reduce(
    (sum, position) =>
      sum + unrealizedPnl(position, closingPrice(position.side, bestPricesOf(prices, position.pid))),
    0n,
  ) as Usdt
  return outgoing <= maxTransferOut({ balance, margin: marginOf(positions), hold: 0n as Usdt, profit })
}
