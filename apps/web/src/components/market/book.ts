import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import { amountScale, divide, parseDecimal, priceScale } from '@glasshouse/core/money/units'
import type { Book, Level } from '../../data/book.ts'

export type BookRow = {
  readonly price: bigint
  readonly quantity: bigint
  /** Quantity from the best price up to this level. */
  readonly sum: bigint
  /** Width of the depth bar in percent of the row, at most 70. */
  readonly depth: number
}
export type BookView = {
  /** Worst first, so that the best ask is directly above the spread. */
  readonly asks: readonly BookRow[]
  /** Best first. */
  readonly bids: readonly BookRow[]
  readonly bestAsk: bigint | null
  readonly bestBid: bigint | null
  readonly spread: bigint | null
  /** Share of bids in the displayed quantity, in whole percent; null for an empty book. */
  readonly bidShare: number | null
}

/** Prices of the user's open orders, by side of the book. */
export type OwnPrices = { readonly ask: ReadonlySet<bigint>; readonly bid: ReadonlySet<bigint> }

/** Prices of the user's open orders in one market: buys are bids, sells are asks. */
export const ownPrices = (
  pending: readonly Pick<ContractOrder, 'pid' | 'side' | 'openPrice'>[],
  pid: number,
): OwnPrices => {
  const pricesOf = (side: ContractOrder['side']): ReadonlySet<bigint> =>
    new Set(
      pending.filter((order) => order.pid === pid && order.side === side).map(({ openPrice }) => openPrice),
    )
  return { ask: pricesOf('short'), bid: pricesOf('long') }
}

const widestBar = 70n
const maxRows = 5

type Summed = { price: bigint; quantity: bigint; sum: bigint }

/** Cumulates one side from its best price. An unreadable level ends the side, because later sums would be wrong. */
const addUp = (levels: readonly Level[]): Summed[] => {
  const rows: Summed[] = []
  let sum = 0n
  for (const [priceText, quantityText] of levels.slice(0, maxRows)) {
    const price = parseDecimal(priceText, priceScale)
    const quantity = parseDecimal(quantityText, amountScale)
    if (price === null || quantity === null) break
    sum += quantity
    rows.push({ price, quantity, sum })
  }
  return rows
}

/** Converts tenths to a float, for drawing only. */
const toPixels = (tenths: bigint): number => Number.parseInt(tenths.toString(), 10) / 10

const withBars = (rows: readonly Summed[], deepest: bigint): BookRow[] =>
  rows.map((row) => ({
    ...row,
    depth: deepest === 0n ? 0 : toPixels(divide(row.sum * widestBar * 10n, deepest, 'floor')),
  }))

/**
 * Display data of an order book: cumulated quantities, depth bars on one scale for both sides, the spread, and
 * the share of bids.
 */
export const bookView = (book: Book): BookView => {
  const asks = addUp(book.asks)
  const bids = addUp(book.bids)
  const askSum = asks.at(-1)?.sum ?? 0n
  const bidSum = bids.at(-1)?.sum ?? 0n
  const deepest = askSum > bidSum ? askSum : bidSum
  const bestAsk = asks[0]?.price ?? null
  const bestBid = bids[0]?.price ?? null
  const all = askSum + bidSum
  return {
    asks: withBars(asks, deepest).reverse(),
    bids: withBars(bids, deepest),
    bestAsk,
    bestBid,
    spread: bestAsk === null || bestBid === null ? null : bestAsk - bestBid,
    bidShare: all === 0n ? null : Math.round(toPixels(divide(bidSum * 1000n, all, 'floor'))),
  }
}
