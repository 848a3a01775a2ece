import { customer, usdtAsset } from '@glasshouse/core/ledger/chart'
import type { Product } from '@glasshouse/core/markets/product'
import {
  formatPrice,
  formatUsdt,
  type Price,
  type Quantity,
  type Usdt,
  worthAt,
} from '@glasshouse/core/money/units'
import { refuse } from '@glasshouse/core/refusals/registry'
import { type PairCode, type WalletPair, walletPair } from '@glasshouse/core/wallets/rules'
import { balancesOf, lock, postOne } from '../ledger/index.ts'
import { announce, type Db, type Platform, type Tx, transact } from '../platform/index.ts'
import { walletChanged } from './events.ts'
import { walletsMoved } from './postings.ts'
import { insertTransfer } from './store.ts'

/** How much of a contract wallet open positions let go; the contracts room knows. */
export type MayLeave = (tx: Tx, uid: number, levertype: 1 | 2) => Promise<Usdt>

export type WalletDeps = Pick<Platform, 'clock' | 'database'> & { readonly mayLeave: MayLeave }

/** What a customer holds in USDT. The contract wallets include margin and pending holds, the others are free amounts. */
export type Wallets = {
  readonly wallet: Usdt
  readonly contract: Usdt
  readonly contract2: Usdt
  readonly coin: Usdt
  readonly bonus: Usdt
}

const parts = {
  wallet: ['wallet'],
  contract: ['contract', 'contractMargin', 'contractHold'],
  contract2: ['contract2', 'contract2Margin', 'contract2Hold'],
  coin: ['coin'],
  bonus: ['bonus'],
} as const

/** The USDT of a customer's wallets; a customer without accounts holds nothing. */
export const walletsOf = async (db: Db, uid: number): Promise<Wallets> => {
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
  }
}

/** What the wallet list needs of the markets. */
export type CoinPrices = {
  readonly productOf: (symbol: string) => Product | null
  readonly inForce: (symbol: string) => { readonly tick: { readonly price: Price } } | null
}

export type HeldCoin = {
  readonly id: number
  readonly title: string
  readonly amount: bigint
  readonly price: Price | null
  readonly value: Usdt | null
}

/** The wallet's own id for USDT; coins carry the id of their market. */
const usdtId = 0

/** The coins of a customer's wallet by the id of their market, with the last price. */
export const coinsOf = async (db: Db, uid: number, prices: CoinPrices): Promise<readonly HeldCoin[]> => {
  const held = await balancesOf(db, uid)
  return held
    .filter(({ purpose, asset, balance }) => purpose === 'wallet' && asset !== usdtAsset && balance > 0n)
    .map(({ asset, balance }) => {
      const symbol = `${asset}${usdtAsset}`
      const product = prices.productOf(symbol)
      if (product === null) throw new Error(`there never was a market for ${asset}`)
      const price = prices.inForce(symbol)?.tick.price ?? null
      const value = price === null ? null : worthAt(balance as Quantity, price, 'floor')
      return { id: product.pid, title: product.title, amount: balance, price, value }
    })
    .sort((a, b) => a.id - b.id)
}

/** The rows of the wallet list, USDT first. */
export const listWallet = async (db: Db, uid: number, prices: CoinPrices) => {
  const { wallet } = await walletsOf(db, uid)
  const coins = await coinsOf(db, uid, prices)
  const usdtRow = {
    id: usdtId,
    ptitle: usdtAsset,
    amount: formatUsdt(wallet),
    price: '1',
    value: formatUsdt(wallet),
  }
  return [
    usdtRow,
    ...coins.map(({ id, title, amount, price, value }) => ({
      id,
      ptitle: title,
      amount: formatUsdt(amount),
      price: price === null ? null : formatPrice(price),
      value: value === null ? null : formatUsdt(value),
    })),
  ]
}

/**
 * Moves USDT between two of a customer's wallets.
 *
 * Refuses 2002 for nothing, and 2001 (with `max`) for more than may leave the wallet.
 */
export const transferBetweenWallets = async (
  { clock, database, mayLeave }: WalletDeps,
  uid: number,
  code: PairCode,
  amount: Usdt,
): Promise<void> => {
  if (amount === 0n) throw refuse('outsideLimits', { min: formatUsdt(1n) })
  const pair = walletPair(code)
  await transact(database.db, async (tx) => {
    const [free = 0n] = await lock(tx, [customer(uid, pair.from), customer(uid, pair.to)])
    const max = await mostThatMayLeave(tx, uid, pair, free, mayLeave)
    if (amount > max) throw refuse('balanceLow', { max: formatUsdt(max) })
    await moveBetweenWallets(tx, clock.business(), uid, pair, amount)
    await announce(tx, [walletChanged(uid)], clock.now())
  })
}

const mostThatMayLeave = async (
  tx: Tx,
  uid: number,
  { from }: WalletPair,
  free: bigint,
  mayLeave: MayLeave,
): Promise<bigint> => {
  if (from !== 'contract' && from !== 'contract2') return free
  const letGo = await mayLeave(tx, uid, from === 'contract' ? 1 : 2)
  return letGo < free ? letGo : free
}

/** Moves free USDT between two wallets in the caller's transaction. Refuses 2001. */
export const moveBetweenWallets = async (
  tx: Tx,
  atMs: number,
  uid: number,
  pair: WalletPair,
  amount: Usdt,
): Promise<void> => {
  const transferId = await insertTransfer(tx, uid, pair, amount, atMs)
  await postOne(tx, atMs, walletsMoved(uid, pair, amount, transferId))
}
