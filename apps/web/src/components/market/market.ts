/** The coin of a pair: what stands before USDT. */
export const baseOf = (symbol: string): string => symbol.replace(/USDT$/, '')

/** The market that a page asks for by its symbol, or else the first one. */
export const chosenMarket = <Row extends { readonly procode: string }>(
  markets: readonly Row[],
  symbol: string | null,
): Row | undefined => markets.find((market) => market.procode === symbol?.toUpperCase()) ?? markets[0]

/** Which way an amount points, for its colour. */
export const priceDirection = (units: bigint): 'up' | 'down' | 'flat' =>
  units > 0n ? 'up' : units < 0n ? 'down' : 'flat'

/** How a close-out price is rounded for the eye: towards the market, so that it never looks further away. */
export const roundTowardsMarket = (closeOut: bigint, now: bigint): 'ceil' | 'floor' =>
  closeOut < now ? 'ceil' : 'floor'
