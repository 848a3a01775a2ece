/** Wire forms of wallets. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { marketTitleToWire, symbolToWire } from '../markets/codec.ts'
import type { TickEvidence } from '../markets/wire.ts'
import {
  formatPrice,
  formatQuantity,
  formatUsdt,
  type Price,
  price,
  type Quantity,
  quantity,
  type Usdt,
  usdt,
} from '../money/units.ts'
import {
  type CoinWalletName,
  fromWireRowId,
  usdtWireRowId,
  type WalletName,
  type WalletPair,
  wireRowId,
} from './rules.ts'

/** Pair code of the wire: `type` names the two wallets, `typeReverse` 2 reverses the direction. */
export type PairCode = { readonly type: 1 | 2 | 3 | 4 | 5 | 6; readonly typeReverse: 1 | 2 }

const forward = {
  1: { from: 'wallet', to: 'contract' },
  2: { from: 'wallet', to: 'contract2' },
  3: { from: 'wallet', to: 'coin' },
  4: { from: 'contract', to: 'contract2' },
  5: { from: 'contract', to: 'coin' },
  6: { from: 'contract2', to: 'coin' },
} as const satisfies Record<PairCode['type'], WalletPair>

const types = [1, 2, 3, 4, 5, 6] as const

/**
 * The two wallets of a pair code.
 *
 * @example walletPair({ type: 1, typeReverse: 1 }) // from wallet to contract
 * @example walletPair({ type: 1, typeReverse: 2 }) // from contract to wallet
 */
export const walletPair = ({ type, typeReverse }: PairCode): WalletPair => {
  const pair = forward[type]
  return typeReverse === 1 ? pair : { from: pair.to, to: pair.from }
}

/** Pair code of a transfer between two wallets; null if both are the same. */
export const pairCode = (from: WalletName, to: WalletName): PairCode | null => {
  for (const type of types) {
    const pair = forward[type]
    if (pair.from === from && pair.to === to) return { type, typeReverse: 1 }
    if (pair.from === to && pair.to === from) return { type, typeReverse: 2 }
  }
  return null
}

/** USDT to move between two wallets of a customer. */
export type MoveCommand = WalletPair & { readonly amount: Usdt }

/** Formats a transfer between two wallets for `/api/user/walletTransfer`; null if both are the same. */
export const moveToWire = ({
  from,
  to,
  amount,
}: MoveCommand): RequestOf<'/api/user/walletTransfer'> | null => {
  const code = pairCode(from, to)
  return code === null ? null : { ...code, transfervalue: formatUsdt(amount) }
}

/** Parses the request of `/api/user/walletTransfer`. */
export const moveFromWire = ({
  transfervalue,
  ...code
}: BodyOf<'/api/user/walletTransfer'>): MoveCommand => ({ ...walletPair(code), amount: transfervalue })

type WalletRow = DataOf<'/api/user/wallet'>[number]
type CoinWalletRow = DataOf<'/api/user/coinWallet'>[number]

/** A coin of a customer, with its last price and best bid. */
export type CoinBalance = {
  /** The wallet that holds it. */
  readonly place: CoinWalletName
  /** Its market. */
  readonly pid: number
  readonly title: string
  readonly amount: Quantity
  /** Last price; null while there is none, as the value. */
  readonly price: Price | null
  /** Amount × price, rounded down. */
  readonly value: Usdt | null
  /** The best bid, at which it would be sold; null while there is none, as the instant it was received. */
  readonly rate: Price | null
  readonly rateMs: number | null
  /** The feed is silent: nothing is sold. */
  readonly isStale: boolean
}

/** The wallet of a customer: its free USDT, and its coins. */
export type Wallet = { readonly usdt: Usdt; readonly coins: readonly CoinBalance[] }

const coinToWire = (coin: CoinBalance): WalletRow => ({
  id: wireRowId(coin.place, coin.pid),
  ...marketTitleToWire(coin.title),
  amount: formatQuantity(coin.amount),
  price: coin.price === null ? null : formatPrice(coin.price),
  value: coin.value === null ? null : formatUsdt(coin.value),
  rate: coin.rate === null ? null : formatPrice(coin.rate),
  rateTime: coin.rateMs,
  stale: coin.isStale,
})

const coinFromWire = (row: WalletRow): CoinBalance => ({
  ...fromWireRowId(row.id),
  title: row.ptitle,
  amount: quantity(row.amount),
  price: row.price === null ? null : price(row.price),
  value: row.value === null ? null : usdt(row.value),
  rate: row.rate === null ? null : price(row.rate),
  rateMs: row.rateTime,
  isStale: row.stale,
})

const usdtToWire = (amount: Usdt): WalletRow => ({
  id: usdtWireRowId,
  ...marketTitleToWire('USDT'),
  amount: formatUsdt(amount),
  price: '1',
  value: formatUsdt(amount),
  rate: '1',
  rateTime: null,
  stale: false,
})

/** Formats a wallet for `/api/user/wallet`: a row of its USDT, then its coins. */
export const walletToWire = (wallet: Wallet): WalletRow[] => [
  usdtToWire(wallet.usdt),
  ...wallet.coins.map(coinToWire),
]

/**
 * Parses a wallet that the server returned.
 *
 * @throws RangeError an amount is not a decimal number, or the row of USDT is missing
 */
export const walletFromWire = (rows: readonly WalletRow[]): Wallet => {
  const own = rows.find(({ id }) => id === usdtWireRowId)
  if (own === undefined) throw new RangeError('a wallet without its USDT')
  return { usdt: usdt(own.amount), coins: rows.filter((row) => row !== own).map(coinFromWire) }
}

/** Formats the coins of a coin wallet for `/api/user/coinWallet`; its USDT is in the profile. */
export const coinWalletToWire = (coins: readonly CoinBalance[]): CoinWalletRow[] =>
  coins.map((coin) => ({ ...coinToWire(coin), pid: coin.pid }))

/**
 * Parses the coins of a coin wallet.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const coinWalletFromWire = (rows: readonly CoinWalletRow[]): readonly CoinBalance[] =>
  rows.map(coinFromWire)

/** A sale of coins with the tick that made its rate. */
export type Sale = {
  readonly id: number
  readonly pid: number
  readonly symbol: string
  /** The wallet the coins left and the USDT entered. */
  readonly place: CoinWalletName
  readonly amount: Quantity
  readonly rate: Price
  readonly received: Usdt
  readonly madeMs: number
  /** As its hash covers it. */
  readonly tick: TickEvidence
}

/** Formats a sale for `/api/user/exchangeReceipt`. */
export const saleToWire = (sale: Sale): DataOf<'/api/user/exchangeReceipt'> => ({
  id: sale.id,
  pid: sale.pid,
  ...symbolToWire(sale.symbol),
  place: sale.place,
  amount: formatQuantity(sale.amount),
  rate: formatPrice(sale.rate),
  received: formatUsdt(sale.received),
  time: sale.madeMs,
  tick: sale.tick,
})

/** Parses a sale; throws as `coinWalletFromWire`. */
export const saleFromWire = (answer: DataOf<'/api/user/exchangeReceipt'>): Sale => ({
  id: answer.id,
  pid: answer.pid,
  symbol: answer.procode,
  place: answer.place,
  amount: quantity(answer.amount),
  rate: price(answer.rate),
  received: usdt(answer.received),
  madeMs: answer.time,
  tick: answer.tick,
})

/** Coins to sell for USDT. */
export type ConvertCoinsCommand = {
  /** The wallet that holds them, which the USDT goes into. */
  readonly place: CoinWalletName
  /** Their market; null for USDT, which is not sold. */
  readonly pid: number | null
  readonly amount: Quantity
}

/** Formats a sale of a coin for `/api/user/transferBalance`. */
export const convertCoinsToWire = (
  { place, pid }: Pick<CoinBalance, 'place' | 'pid'>,
  amount: Quantity,
): RequestOf<'/api/user/transferBalance'> => ({
  number: formatQuantity(amount),
  walletId: wireRowId(place, pid),
})

/** Parses the request of `/api/user/transferBalance`. */
export const convertCoinsFromWire = ({
  number,
  walletId,
}: BodyOf<'/api/user/transferBalance'>): ConvertCoinsCommand => {
  const { place, pid } = fromWireRowId(walletId)
  return { place, pid: pid === usdtWireRowId ? null : pid, amount: number }
}

/** Coins that were sold. */
export type ConvertedCoins = Pick<Sale, 'id' | 'rate' | 'received'> & {
  /** Of the rate, when it was used. */
  readonly rateAgeMs: number
}

/** Formats sold coins for `/api/user/transferBalance`. */
export const convertedCoinsToWire = (sold: ConvertedCoins): DataOf<'/api/user/transferBalance'> => ({
  id: sold.id,
  rate: formatPrice(sold.rate),
  received: formatUsdt(sold.received),
  age: sold.rateAgeMs,
})

/** Parses sold coins; throws as `coinWalletFromWire`. */
export const convertedCoinsFromWire = (answer: DataOf<'/api/user/transferBalance'>): ConvertedCoins => ({
  id: answer.id,
  rate: price(answer.rate),
  received: usdt(answer.received),
  rateAgeMs: answer.age,
})

const recipientKinds = { 1: 'phone', 2: 'email', 3: 'uid' } as const
const recipientCodes = { phone: 1, email: 2, uid: 3 } as const
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

/** Formats a recipient for `/api/user/transferRecipient`. */
export const recipientToWire = ({
  kind,
  account,
}: NamedRecipient): RequestOf<'/api/user/transferRecipient'> => ({
  accountType: recipientCodes[kind],
  toAccount: account,
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

/** Formats a transfer to another customer for `/api/user/internalTransfer`. */
export const transferToUserToWire = ({
  to,
  amount,
  withdrawPassword,
}: TransferToUserCommand): RequestOf<'/api/user/internalTransfer'> => ({
  ...recipientToWire(to),
  price: formatUsdt(amount),
  withdrawpsd: withdrawPassword,
})
