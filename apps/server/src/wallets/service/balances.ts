import { usdtAsset } from '@glasshouse/core/ledger/chart'
import { marketTitleToWire } from '@glasshouse/core/markets/codec'
import type { Product } from '@glasshouse/core/markets/product'
import {
  formatPrice,
  formatQuantity,
  formatUsdt,
  type Price,
  type Quantity,
  type Usdt,
  valueAt,
} from '@glasshouse/core/money/units'
import { type CoinWalletName, usdtWireRowId, wireRowId } from '@glasshouse/core/wallets/rules'
import { balancesOf } from '../../ledger/posting/index.ts'
import type { Db } from '../../platform/database/index.ts'

/** USDT balances of a customer. The contract wallets include margin and order holds, the others are free amounts. */
export type WalletBalances = {
  readonly wallet: Usdt
  readonly contract: Usdt
  readonly contract2: Usdt
  readonly coin: Usdt
  readonly bonus: Usdt
  /** Funds for the experience product, never withdrawable. */
  readonly experience: Usdt
  /** Holds outside the wallet that still belong to the customer. */
  readonly held: { readonly options: Usdt; readonly withdrawals: Usdt; readonly principal: Usdt }
}

const parts = {
  wallet: ['wallet'],
  contract: ['contract', 'contractMargin', 'contractHold'],
  contract2: ['contract2', 'contract2Margin', 'contract2Hold'],
  coin: ['coin'],
  bonus: ['bonus'],
  experience: ['experience'],
} as const

/** USDT balances of a customer's wallets; zero without accounts. */
export const loadWalletBalances = async (db: Db, uid: number): Promise<WalletBalances> => {
  const held = await balancesOf(db, uid)
  const sum = (purposes: readonly string[]): Usdt =>
    held
      .filter(({ purpose, asset }) => asset === usdtAsset && purposes.includes(purpose))
      .reduce((total, { balance }) => total + balance, 0n) as Usdt
  return {
    wallet: sum(parts.wallet),
    contract: sum(parts.contract),
    contract2: sum(parts.contract2),
    coin: sum(parts.coin),
    bonus: sum(parts.bonus),
    experience: sum(parts.experience),
    held: {
      options: sum(['optionStake']),
      withdrawals: sum(['withdrawal']),
      principal: sum(['principal']),
    },
  }
}

/** Market data needed by the wallet lists. */
export type CoinPrices = {
  readonly productNamed: (symbol: string) => Product | null
  readonly inForce: (symbol: string) => {
    readonly tick: { readonly price: Price; readonly bid: Price; readonly receivedTimeMs: number }
    readonly stale: boolean
  } | null
}

/** A coin of a customer, with its last price and best bid, which may be stale. */
export type CoinBalance = {
  readonly id: number
  readonly pid: number
  readonly title: string
  readonly amount: Quantity
  readonly price: Price | null
  readonly value: Usdt | null
  readonly rate: Price | null
  readonly rateMs: number | null
  readonly stale: boolean
}

/** Symbol under which a coin is traded. */
const symbolOf = (asset: string): string => `${asset}${usdtAsset}`

/** Coins of one of a customer's wallets by the id of their market. */
const listCoinBalances = async (
  db: Db,
  uid: number,
  place: CoinWalletName,
  prices: CoinPrices,
): Promise<readonly CoinBalance[]> => {
  const held = await balancesOf(db, uid)
  return held
    .filter(({ purpose, asset, balance }) => purpose === place && asset !== usdtAsset && balance > 0n)
    .map(({ asset, balance }) => {
      const product = prices.productNamed(symbolOf(asset))
      if (product === null) throw new Error(`no market for ${asset}`)
      const amount = balance as Quantity
      const inForce = prices.inForce(symbolOf(asset))
      const price = inForce?.tick.price ?? null
      return {
        id: wireRowId(place, product.pid),
        pid: product.pid,
        title: product.title,
        amount,
        price,
        value: price === null ? null : valueAt(amount, price, 'floor'),
        rate: inForce?.tick.bid ?? null,
        rateMs: inForce?.tick.receivedTimeMs ?? null,
        stale: inForce?.stale ?? true,
      }
    })
    .sort((a, b) => a.pid - b.pid)
}

const rowOfCoin = ({ id, title, amount, price, value, rate, rateMs, stale }: CoinBalance) => ({
  id,
  ...marketTitleToWire(title),
  amount: formatQuantity(amount),
  price: price === null ? null : formatPrice(price),
  value: value === null ? null : formatUsdt(value),
  rate: rate === null ? null : formatPrice(rate),
  rateTime: rateMs,
  stale,
})

/** Rows of the wallet list, USDT first. */
export const listWallet = async (db: Db, uid: number, prices: CoinPrices) => {
  const { wallet } = await loadWalletBalances(db, uid)
  const coins = await listCoinBalances(db, uid, 'wallet', prices)
  const usdtRow = {
    id: usdtWireRowId,
    ...marketTitleToWire(usdtAsset),
    amount: formatUsdt(wallet),
    price: '1',
    value: formatUsdt(wallet),
    rate: '1',
    rateTime: null,
    stale: false,
  }
  return [usdtRow, ...coins.map(rowOfCoin)]
}

/** Rows of the coin wallet: products only; its USDT is a field of `getuserinfo`. */
export const listCoinWallet = async (db: Db, uid: number, prices: CoinPrices) =>
  (await listCoinBalances(db, uid, 'coin', prices)).map((coin) => ({ ...rowOfCoin(coin), pid: coin.pid }))
