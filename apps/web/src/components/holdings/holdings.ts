import type { ContractAccount } from '@glasshouse/core/contracts/codec'
import type { ProfileView } from '@glasshouse/core/identity/profile/codec'
import { divide, sumUnits, type Usdt } from '@glasshouse/core/money/units'
import type { CoinBalance, Wallet } from '@glasshouse/core/wallets/codec'
import { cutOwn, sumShown } from '../shown.ts'

/** Query results the holdings are computed from; null while loading. */
export type AssetQueries = {
  readonly user: Pick<ProfileView, 'wallets'>
  readonly wallet: Pick<Wallet, 'coins'>
  readonly products: readonly CoinBalance[]
  readonly contract: ContractAccount
  readonly contract2: ContractAccount
  /** Value of copy orders at their newest unit prices. */
  readonly copyValue: Usdt
}

const places = ['wallet', 'coins', 'contract', 'contract2', 'coin', 'copy'] as const
export type Place = (typeof places)[number]

/** One part of a customer's assets, in USDT. */
type Holding = {
  readonly place: Place
  readonly total: Usdt
  /** Available part. Coins are available, because they can be sold. */
  readonly free: Usdt
  readonly held: Usdt
}

export type Holdings = {
  readonly parts: readonly Holding[]
  /** Sum of all wallets and copy orders, without unrealized PnL. */
  readonly total: Usdt
  readonly free: Usdt
  /** Value of copy orders, part of the total. */
  readonly copy: Usdt
  /** Unrealized PnL of open contracts; in no wallet before they are closed. */
  readonly floating: Usdt
  /** Equity: wallets, copy orders and unrealized PnL. */
  readonly equity: Usdt
  /** Sums of displayed figures: of the wallets, of copy orders, of the unrealized PnL, and of all. */
  readonly shown: {
    readonly wallets: Usdt
    readonly copy: Usdt
    readonly floating: Usdt
    readonly equity: Usdt
  }
  /** Number of coins and products without a price; they are in no sum. */
  readonly unpriced: number
}

/** Value of the coins that have a price. */
const worthOf = (coins: readonly CoinBalance[]): Usdt =>
  sumUnits(coins.flatMap(({ value }) => (value === null ? [] : [value])))

const inContract = (place: 'contract' | 'contract2', figures: ContractAccount): Holding => {
  const { balance, margin, hold, available } = figures
  return { place, total: balance, held: sumUnits([margin, hold]), free: available }
}

/**
 * Sums a customer's assets in USDT per wallet. Values are those of the server, already rounded down; nothing is
 * rounded here.
 *
 * @example A wallet of 100 and a stake of 10, a contract wallet of 50 of which 20 is margin: total 160, free 130, held 30.
 */
export const holdingsOf = ({
  user,
  wallet: { coins },
  products,
  contract,
  contract2,
  copyValue: copy,
}: AssetQueries): Holdings => {
  const { wallet, coin, held } = user.wallets
  const besideWallet = sumUnits(Object.values(held))
  const free = (place: Place, total: Usdt): Holding => ({ place, total, free: total, held: 0n as Usdt })
  const wallets = [
    // Stakes, withdrawals and principal are not in the wallet's balance but still belong to the customer.
    { place: 'wallet' as const, total: sumUnits([wallet, besideWallet]), free: wallet, held: besideWallet },
    free('coins', worthOf(coins)),
    inContract('contract', contract),
    inContract('contract2', contract2),
    free('coin', sumUnits([coin, worthOf(products)])),
  ]
  // Money in a pool is in no wallet of the customer; it leaves only at a dealing. Waiting orders are principal.
  const parts =
    copy === 0n
      ? wallets
      : [...wallets, { place: 'copy' as const, total: copy, free: 0n as Usdt, held: 0n as Usdt }]
  const total = sumUnits(parts.map((part) => part.total))
  const floats = [contract.profit, contract2.profit]
  const floating = sumUnits(floats)
  const [inWallets, open] = [wallets.map((part) => cutOwn(part.total)), floats.map(cutOwn)]
  return {
    parts,
    total,
    free: sumUnits(parts.map((part) => part.free)),
    copy,
    floating,
    equity: sumUnits([total, floating]),
    shown: {
      wallets: sumShown(inWallets),
      copy: cutOwn(copy),
      floating: sumShown(open),
      equity: sumShown([...inWallets, cutOwn(copy), ...open]),
    },
    unpriced: [...coins, ...products].filter(({ value }) => value === null).length,
  }
}

/** Share in thousandths, rounded down; 0 of an empty total. */
export const permilleOf = (part: bigint, whole: bigint): number =>
  whole <= 0n || part <= 0n ? 0 : Number.parseInt(divide(part * 1000n, whole, 'floor').toString(), 10)
