import { isHeldCoins, isHeldUsdt, usdtAsset } from '@glasshouse/core/ledger/chart'
import type { Product } from '@glasshouse/core/markets/product'
import { type Price, sumUnits, type Usdt, valueAt } from '@glasshouse/core/money/units'
import type { CoinBalance, Wallet } from '@glasshouse/core/wallets/codec'
import type { CoinWalletName } from '@glasshouse/core/wallets/rules'
import { balancesOf } from '../../ledger/posting/index.ts'
import type { Db } from '../../platform/database/index.ts'

/** USDT balances of a customer. The contract wallets include margin and order holds, the others are free amounts. */
export type WalletBalances = {
  readonly wallet: Usdt
  readonly contract: Usdt
  readonly contract2: Usdt
  readonly coin: Usdt
  readonly bonus: Usdt
  /** Funds for the trial product, never withdrawable. */
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
  const held = (await balancesOf(db, uid)).filter(isHeldUsdt)
  const sum = (purposes: readonly string[]): Usdt =>
    sumUnits(held.filter(({ purpose }) => purposes.includes(purpose)).map(({ balance }) => balance))
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
    .filter(isHeldCoins)
    .filter(({ purpose, balance }) => purpose === place && balance > 0n)
    .map(({ asset, balance: amount }) => {
      const product = prices.productNamed(symbolOf(asset))
      if (product === null) throw new Error(`no market for ${asset}`)
      const inForce = prices.inForce(symbolOf(asset))
      const price = inForce?.tick.price ?? null
      return {
        place,
        pid: product.pid,
        title: product.title,
        amount,
        price,
        value: price === null ? null : valueAt(amount, price, 'floor'),
        rate: inForce?.tick.bid ?? null,
        rateMs: inForce?.tick.receivedTimeMs ?? null,
        isStale: inForce?.stale ?? true,
      }
    })
    .sort((a, b) => a.pid - b.pid)
}

/** The wallet of a customer. */
export const getWallet = async (db: Db, uid: number, prices: CoinPrices): Promise<Wallet> => {
  const { wallet } = await loadWalletBalances(db, uid)
  return { usdt: wallet, coins: await listCoinBalances(db, uid, 'wallet', prices) }
}

/** Products of the coin wallet; its USDT is part of the profile. */
export const listCoinWallet = (db: Db, uid: number, prices: CoinPrices): Promise<readonly CoinBalance[]> =>
  listCoinBalances(db, uid, 'coin', prices)
