/** Wire forms of wallets. */
import type { BodyOf, DataOf } from '../calls.ts'
import { type WithMarketNames, withMarketNames } from '../markets/codec.ts'
import type { Quantity, Usdt } from '../money/units.ts'
import { type CoinWalletName, fromWireRowId, usdtWireRowId } from './rules.ts'

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

/** Coins to sell for USDT. */
export type ConvertCoinsCommand = {
  /** The wallet that holds them, which the USDT goes into. */
  readonly place: CoinWalletName
  /** Their market; null for USDT, which is not sold. */
  readonly pid: number | null
  readonly amount: Quantity
}

/** Parses the request of `/api/user/transferBalance`. */
export const convertCoinsFromWire = ({
  number,
  walletId,
}: BodyOf<'/api/user/transferBalance'>): ConvertCoinsCommand => {
  const { place, pid } = fromWireRowId(walletId)
  return { place, pid: pid === usdtWireRowId ? null : pid, amount: number as Quantity }
}

const recipientKinds = { 1: 'phone', 2: 'email', 3: 'uid' } as const
/** How a customer names the recipient of a transfer; a phone has its country code. */
export type RecipientKind = (typeof recipientKinds)[keyof typeof recipientKinds]

/** A recipient as a customer names one. */
export type NamedRecipient = { readonly kind: RecipientKind; readonly account: string }

/** Parses the request of `/api/user/transferRecipient`. */
export const recipientFromWire = ({
  accountType,
  toAccount,
}: BodyOf<'/api/user/transferRecipient'>): NamedRecipient => ({
  kind: recipientKinds[accountType],
  account: toAccount,
})

/** USDT to send to another customer. */
export type TransferToUserCommand = {
  readonly to: NamedRecipient
  readonly amount: Usdt
  readonly withdrawPassword: string
}

/** Parses the request of `/api/user/internalTransfer`. */
export const transferToUserFromWire = ({
  price,
  withdrawpsd,
  ...recipient
}: BodyOf<'/api/user/internalTransfer'>): TransferToUserCommand => ({
  to: recipientFromWire(recipient),
  amount: price,
  withdrawPassword: withdrawpsd,
})
