import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { amountScale, divide, parseDecimal, priceScale } from '@glasshouse/core/money/units'
import type { Book, Level } from '../../data/book.ts'

export type BookRow = {
  readonly price: bigint
  readonly quantity: bigint
  /** Everything from the best price to this one. */
  readonly sum: bigint
  /** Width of the depth bar in percent of the row, at most 70. */
  readonly depth: number
}
export type BookView = {
  /** Worst first, so that the best ask stands right above the spread. */
  readonly asks: readonly BookRow[]
  /** Best first. */
  readonly bids: readonly BookRow[]
  readonly bestAsk: bigint | null
  readonly bestBid: bigint | null
  readonly spread: bigint | null
  /** The bids' part of all quantity shown, in whole percent; null without any. */
  readonly bidShare: number | null
}

/** The prices at which the trader's own orders wait, on the side of the book where each stands. */
export type OwnPrices = { readonly ask: ReadonlySet<bigint>; readonly bid: ReadonlySet<bigint> }

/** Finds the own waiting orders of one market: a buy stands among the bids, a sell among the asks. */
export const ownPrices = (
  pending: readonly Pick<ContractOrderRow, 'pid' | 'type' | 'openPrice'>[],
  pid: number,
): OwnPrices => {
  const on = (type: 1 | 2): ReadonlySet<bigint> =>
    new Set(
      pending
        .filter((order) => order.pid === pid && order.type === type)
        .flatMap(({ openPrice }) => parseDecimal(openPrice, priceScale) ?? []),
    )
  return { ask: on(2), bid: on(1) }
}

const widestBar = 70n
const rowsShown = 5

type Summed = { price: bigint; quantity: bigint; sum: bigint }

/** Adds up one side from its best price; a level that cannot be read ends the side rather than lie. */
const addUp = (levels: readonly Level[]): Summed[] => {
  const rows: Summed[] = []
  let sum = 0n
  for (const [priceText, quantityText] of levels.slice(0, rowsShown)) {
    const price = parseDecimal(priceText, priceScale)
    const quantity = parseDecimal(quantityText, amountScale)
    if (price === null || quantity === null) break
    sum += quantity
    rows.push({ price, quantity, sum })
  }
  return rows
}

/** Whole units to a small number for drawing only. */
const toPixels = (tenths: bigint): number => Number.parseInt(tenths.toString(), 10) / 10

const withBars = (rows: readonly Summed[], deepest: bigint): BookRow[] =>
  rows.map((row) => ({
    ...row,
    depth: deepest === 0n ? 0 : toPixels(divide(row.sum * widestBar * 10n, deepest, 'floor')),
  }))

/**
 * The book as it is drawn: sums from the best price outwards, bars on one scale for both sides, the spread
 * and which side is heavier.
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
