/** Coin of a pair: the symbol without USDT. */
export const baseOf = (symbol: string): string => symbol.replace(/USDT$/, '')

/** Market with the requested symbol, or the first one. */
export const chosenMarket = <Row extends { readonly symbol: string }>(
  markets: readonly Row[],
  symbol: string | null,
): Row | undefined => markets.find((market) => market.symbol === symbol?.toUpperCase()) ?? markets[0]

/** Direction of an amount by its sign, for its colour. */
export const priceDirection = (units: bigint): 'up' | 'down' | 'flat' =>
  units > 0n ? 'up' : units < 0n ? 'down' : 'flat'

/** Rounding of a liquidation price for display: towards the market, so that it never looks further away. */
export const roundTowardsMarket = (liquidation: bigint, now: bigint): 'ceil' | 'floor' =>
  liquidation < now ? 'ceil' : 'floor'
