import type { DataOf } from '@glasshouse/core/calls'
import type { UserInfo } from '@glasshouse/core/identity/wire'
import { divide, type Usdt, usdt } from '@glasshouse/core/money/units'
import { cutOwn, sumShown } from '../../components/shown.ts'

export type CoinRow = DataOf<'/api/user/wallet'>[number]
export type ProductRow = DataOf<'/api/user/coinWallet'>[number]
export type ContractFigures = DataOf<'/api/contract/account'>

/** What the assets are read from; null is not there yet. */
export type AssetQueries = {
  readonly user: UserInfo
  readonly coins: readonly CoinRow[]
  readonly products: readonly ProductRow[]
  readonly contract: ContractFigures
  readonly contract2: ContractFigures
}

export const places = ['wallet', 'coins', 'contract', 'contract2', 'coin'] as const
export type Place = (typeof places)[number]

/** One part of what a customer owns, in USDT. */
export type Holding = {
  readonly place: Place
  readonly total: Usdt
  /** What of it can be used at once. Coins count as free: they can be sold. */
  readonly free: Usdt
  readonly held: Usdt
}

export type Holdings = {
  readonly parts: readonly Holding[]
  /** Everything in the wallets, without what floats. */
  readonly total: Usdt
  readonly free: Usdt
  /** Floating profit of open contracts, which is in no wallet before they are closed. */
  readonly floating: Usdt
  /** Equity: the wallets and what floats. */
  readonly equity: Usdt
  /** Sums as they are shown: of the wallets' figures, of the floating ones, and of both. */
  readonly shown: { readonly total: Usdt; readonly floating: Usdt; readonly equity: Usdt }
  /** Coins and products without a price: they are in no sum. */
  readonly unpriced: number
}

/** The row of the wallet that is USDT itself, which has no market. */
const isUsdt = ({ id }: { readonly id: number }): boolean => id === 0

/** The coins of a wallet without its USDT. */
export const coinsOf = (rows: readonly CoinRow[]): readonly CoinRow[] => rows.filter((row) => !isUsdt(row))

const sum = (amounts: readonly bigint[]): Usdt => amounts.reduce((all, one) => all + one, 0n) as Usdt

const worthOf = (rows: readonly { readonly value: string | null }[]): Usdt =>
  sum(rows.map(({ value }) => (value === null ? 0n : usdt(value))))

const inContract = (place: 'contract' | 'contract2', figures: ContractFigures): Holding => {
  const [total, held] = [usdt(figures.balance), sum([usdt(figures.margin), usdt(figures.hold)])]
  return { place, total, held, free: usdt(figures.available) }
}

/**
 * Adds up what a customer owns, in USDT, each wallet on its own. Values are those of the calls, cut off by the
 * server; nothing is rounded here.
 *
 * @example A wallet of 100 and a stake of 10, a contract wallet of 50 of which 20 is margin: total 160, free 130, held 30.
 */
export const holdingsOf = ({ user, coins, products, contract, contract2 }: AssetQueries): Holdings => {
  const own = coinsOf(coins)
  const wallet = usdt(user.wallet)
  const besideWallet = sum(Object.values(user.held).map(usdt))
  const free = (place: Place, total: Usdt): Holding => ({ place, total, free: total, held: 0n as Usdt })
  const parts = [
    // Stakes, withdrawals and principal have left the wallet's own figure and are still the customer's.
    { place: 'wallet' as const, total: sum([wallet, besideWallet]), free: wallet, held: besideWallet },
    free('coins', worthOf(own)),
    inContract('contract', contract),
    inContract('contract2', contract2),
    free('coin', sum([usdt(user.coinwallet), worthOf(products)])),
  ]
  const total = sum(parts.map((part) => part.total))
  const floats = [usdt(contract.profit), usdt(contract2.profit)]
  const floating = sum(floats)
  const [inWallets, open] = [parts.map((part) => cutOwn(part.total)), floats.map(cutOwn)]
  return {
    parts,
    total,
    free: sum(parts.map((part) => part.free)),
    floating,
    equity: sum([total, floating]),
    shown: {
      total: sumShown(inWallets),
      floating: sumShown(open),
      equity: sumShown([...inWallets, ...open]),
    },
    unpriced: [...own, ...products].filter(({ value }) => value === null).length,
  }
}

/** A part of a whole in thousandths, cut off; 0 of nothing. */
export const permilleOf = (part: bigint, whole: bigint): number =>
  whole <= 0n || part <= 0n ? 0 : Number.parseInt(divide(part * 1000n, whole, 'floor').toString(), 10)
