import type { BookRow, BookView } from './book.ts'

/** Converts a share of a whole to pixels, for drawing only. */
const share = (part: bigint, whole: bigint, pixels: number): number =>
  whole === 0n ? 0 : (Number.parseInt(((part * 10_000n) / whole).toString(), 10) / 10_000) * pixels

/**
 * Paths of a depth chart in a box: both sides have the same price range around the middle, and the greater total
 * reaches the top. Null without levels on both sides.
 */
export const depthSteps = (
  { asks, bids, bestAsk, bestBid }: BookView,
  width: number,
  height: number,
): { readonly asks: string; readonly bids: string } | null => {
  const [worstAsk, worstBid] = [asks[0], bids.at(-1)]
  if (!worstAsk || !worstBid || bestAsk === null || bestBid === null) return null
  const middle = (bestAsk + bestBid) / 2n
  const [up, down] = [worstAsk.price - middle, middle - worstBid.price]
  const reach = up > down ? up : down
  const most = worstAsk.sum > worstBid.sum ? worstAsk.sum : worstBid.sum
  const path = (rows: readonly BookRow[], direction: 1 | -1): string => {
    const xOf = (price: bigint): number => width / 2 + share(price - middle, reach, width / 2)
    let steps = ''
    let from = width / 2
    let y = height
    for (const { price, sum } of rows) {
      const to = xOf(price)
      steps += `L${from.toFixed(1)} ${y.toFixed(1)}L${to.toFixed(1)} ${y.toFixed(1)}`
      y = height - share(sum, most, height - 4)
      steps += `L${to.toFixed(1)} ${y.toFixed(1)}`
      from = to
    }
    const edge = direction === 1 ? width : 0
    return `M${(width / 2).toFixed(1)} ${height}${steps}L${edge} ${y.toFixed(1)}L${edge} ${height}Z`
  }
  return { asks: path(asks.toReversed(), 1), bids: path(bids, -1) }
}
