import { useMarkets } from '../../data/quotes.ts'

/** Coin icons are keyed by market symbol, but the wallet has only the title of the coin. */
export const useCoinCode = (): ((title: string) => string) => {
  const markets = useMarkets()
  return (title) => markets.data?.find((row) => row.title === title)?.symbol ?? title
}
