import { useMarkets } from '../../data/quotes.ts'

/** The mark of a coin goes by its market's symbol; the wallet names it by its title. */
export const useCoinCode = (): ((title: string) => string) => {
  const markets = useMarkets()
  return (title) => markets.data?.find((row) => row.ptitle === title)?.procode ?? title
}
