import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import { amountScale, divide, parseDecimal, priceScale } from '@glasshouse/core/money/units'
import type { Book, Level } from '../../data/book.ts'

export type BookRow = {
  /** The level's price; of a group of asks the highest, of bids the lowest that it may contain. */
  readonly price: bigint
  readonly quantity: bigint
  /** Quantity from the best price up to this level. */
  readonly sum: bigint
  /** Average price of that quantity, to the disadvantage of the taker. */
  readonly average: bigint
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

/** What is shown of a book. */
export type BookShape = {
  /** Distance between two rows, in units of 1e-9: a multiple of the market's price step. */
  readonly step: bigint
  /** Most rows per side. */
  readonly rows: number
}

/**
 * The price a level is grouped under: asks up, bids down to a multiple of the step, so that a group never looks better
 * than its levels.
 *
 * @example groupedPrice(price('66128.75'), price('10'), 'ask') // 66130
 */
export const groupedPrice = (price: bigint, step: bigint, side: 'ask' | 'bid'): bigint =>
  divide(price, step, side === 'ask' ? 'ceil' : 'floor') * step

/** Prices of the user's orders under the groups they are shown in. */
export const groupedOwn = ({ ask, bid }: OwnPrices, step: bigint): OwnPrices => ({
  ask: new Set([...ask].map((price) => groupedPrice(price, step, 'ask'))),
  bid: new Set([...bid].map((price) => groupedPrice(price, step, 'bid'))),
})

const widestBar = 70n

type Summed = Omit<BookRow, 'depth'>

/** Cumulates one side from its best price. An unreadable level ends the side, because later sums would be wrong. */
const addUp = (levels: readonly Level[], side: 'ask' | 'bid', { step, rows }: BookShape): Summed[] => {
  const groups: Summed[] = []
  let sum = 0n
  let cost = 0n
  for (const [priceText, quantityText] of levels) {
    const at = parseDecimal(priceText, priceScale)
    const quantity = parseDecimal(quantityText, amountScale)
    if (at === null || quantity === null) break
    const price = groupedPrice(at, step, side)
    const last = groups.at(-1)
    if (last?.price !== price && groups.length === rows) break
    sum += quantity
    cost += quantity * at
    const average = sum === 0n ? at : divide(cost, sum, side === 'ask' ? 'ceil' : 'floor')
    if (last?.price === price)
      groups[groups.length - 1] = { price, quantity: last.quantity + quantity, sum, average }
    else groups.push({ price, quantity, sum, average })
  }
  return groups
}

/** Converts tenths to a float, for drawing only. */
const toPixels = (tenths: bigint): number => Number.parseInt(tenths.toString(), 10) / 10

const withBars = (rows: readonly Summed[], deepest: bigint): BookRow[] =>
  rows.map((row) => ({
    ...row,
    depth: deepest === 0n ? 0 : toPixels(divide(row.sum * widestBar * 10n, deepest, 'floor')),
  }))

const bestOf = ([level]: readonly Level[]): bigint | null =>
  level === undefined ? null : parseDecimal(level[0], priceScale)

/**
 * Display data of an order book: levels grouped by price step, cumulated quantities with their average price, depth
 * bars on one scale for both sides, the spread, and the share of bids.
 */
export const bookView = (book: Book, shape: BookShape): BookView => {
  const asks = addUp(book.asks, 'ask', shape)
  const bids = addUp(book.bids, 'bid', shape)
  const askSum = asks.at(-1)?.sum ?? 0n
  const bidSum = bids.at(-1)?.sum ?? 0n
  const deepest = askSum > bidSum ? askSum : bidSum
  const bestAsk = bestOf(book.asks)
  const bestBid = bestOf(book.bids)
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

/**
 * Steps a book can be grouped by: the price step of the market and its tenfold, up to a thousandth of the price.
 *
 * @example priceSteps(2, price('66000')) // 0.01, 0.1, 1, 10
 */
export const priceSteps = (scale: number, last: bigint): readonly bigint[] => {
  const smallest = 10n ** BigInt(priceScale - scale)
  return [1n, 10n, 100n, 1000n, 10_000n]
    .map((factor) => factor * smallest)
    .filter((step) => step === smallest || step * 1000n <= last)
}
