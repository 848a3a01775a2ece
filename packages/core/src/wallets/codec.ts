/** Wire forms of wallets. */
import type { DataOf } from '../calls.ts'
import { type WithMarketNames, withMarketNames } from '../markets/codec.ts'

type WalletRow = DataOf<'/api/user/wallet'>[number]
type CoinWalletRow = DataOf<'/api/user/coinWallet'>[number]
type SaleAnswer = DataOf<'/api/user/exchangeReceipt'>

/** A coin in the wallet of a customer, with its value; amounts are decimal texts. */
export type CoinBalance = WithMarketNames<WalletRow>

/** A coin in the coin wallet of a customer, with its value; amounts are decimal texts. */
export type CoinWalletBalance = WithMarketNames<CoinWalletRow>

/** A sale of coins with the tick that made its rate; amounts are decimal texts. */
export type Sale = WithMarketNames<SaleAnswer>

/** Parses the coins of a wallet. */
export const coinBalancesFromWire = (rows: readonly WalletRow[]): readonly CoinBalance[] =>
  rows.map(withMarketNames)

/** Parses the coins of a coin wallet. */
export const coinWalletFromWire = (rows: readonly CoinWalletRow[]): readonly CoinWalletBalance[] =>
  rows.map(withMarketNames)

/** Parses a sale. */
export const saleFromWire = (answer: SaleAnswer): Sale => withMarketNames(answer)
