import { type Price, price, type Units, type Usdt } from '@glasshouse/core/money/units'
import type { CoinBalance, Wallet } from '@glasshouse/core/wallets/codec'
import { wireRowId } from '@glasshouse/core/wallets/rules'

/** A row of a list of coins. */
export type CoinRow = {
  /** Names the coin and its wallet in addresses; null of USDT, which is not sold. */
  readonly id: number | null
  readonly title: string
  readonly amount: Units
  readonly price: Price | null
  readonly value: Usdt | null
}

/** Name of a coin and its wallet in addresses and choices. */
export const coinId = ({ place, pid }: Pick<CoinBalance, 'place' | 'pid'>): number => wireRowId(place, pid)

/** Rows of coins. */
export const coinRows = (coins: readonly CoinBalance[]): readonly CoinRow[] =>
  coins.map((coin) => ({ ...coin, id: coinId(coin) }))

/** Rows of a wallet: its USDT, then its coins. */
export const walletRows = ({ usdt, coins }: Wallet): readonly CoinRow[] => [
  { id: null, title: 'USDT', amount: usdt, price: price('1'), value: usdt },
  ...coinRows(coins),
]
