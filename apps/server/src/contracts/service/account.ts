import { type AccountFigures, closeOutPrice, mostThatMayLeave } from '@glasshouse/core/contracts/account'
import { closingPrice, floatingProfit } from '@glasshouse/core/contracts/rules'
import type { Price, Usdt } from '@glasshouse/core/money/units'
import { refuse } from '@glasshouse/core/errors/registry'
import { balances } from '../../ledger/index.ts'
import type { Db, Tx } from '../../platform/index.ts'
import { walletAccounts } from '../postings.ts'
import type { OrderRow } from '../schema.ts'
import { type Levertype, readOpenOrders } from '../store/orders.ts'
import { type ContractDeps, type ContractMarkets, positionOf } from './terms.ts'

/** An open order valued at the newest price of its market. */
export type ValuedOrder = {
  readonly order: OrderRow
  /** The side at which it would close. */
  readonly price: Price
  readonly profit: Usdt
  /** The market is alive; otherwise the price is the last one known. */
  readonly fresh: boolean
}

/**
 * Values an order at the side of the book at which it would close. A market without any tick since the server
 * knows it (it was taken off the list) leaves the opening price as the last one known.
 */
export const valued = (markets: ContractMarkets, order: OrderRow): ValuedOrder => {
  const product = markets.product(order.pid)
  const inForce = product === null ? null : markets.inForce(product.symbol)
  const position = positionOf(order)
  const price = inForce === null ? position.openPrice : closingPrice(position.direction, inForce.tick)
  return {
    order,
    price,
    profit: floatingProfit(position, price),
    fresh: inForce !== null && !inForce.stale,
  }
}

/** A contract wallet with everything open in it. */
export type ContractWallet = AccountFigures & { readonly open: readonly ValuedOrder[] }

/** Adds up a wallet from its balances and its valued orders. */
export const walletOf = (
  held: { readonly free: bigint; readonly margin: bigint; readonly hold: bigint },
  open: readonly ValuedOrder[],
): ContractWallet => ({
  balance: (held.free + held.margin + held.hold) as Usdt,
  margin: held.margin as Usdt,
  hold: held.hold as Usdt,
  profit: open.reduce((sum, { profit }) => sum + profit, 0n) as Usdt,
  open,
})

/** Reads a contract wallet, without locking. */
export const readWallet = async (
  db: Db,
  markets: ContractMarkets,
  uid: number,
  levertype: Levertype,
): Promise<ContractWallet> => {
  const accounts = walletAccounts(uid, levertype)
  const [free = 0n, margin = 0n, hold = 0n] = await balances(db, [
    accounts.free,
    accounts.margin,
    accounts.hold,
  ])
  const orders = await readOpenOrders(db, uid, levertype)
  return walletOf(
    { free, margin, hold },
    orders.map((order) => valued(markets, order)),
  )
}

/** The close-out price of one market in a wallet; null when no price closes it out. */
export const closeOutOf = ({ balance, margin, open }: ContractWallet, pid: number): Price | null => {
  const here = open.filter(({ order }) => order.pid === pid)
  const elsewhere = open.filter(({ order }) => order.pid !== pid)
  return closeOutPrice({
    balance,
    margin,
    otherProfit: elsewhere.reduce((sum, { profit }) => sum + profit, 0n) as Usdt,
    positions: here.map(({ order }) => positionOf(order)),
  })
}

/**
 * The most USDT that may leave a contract wallet now; the caller has locked the wallet's free account. With
 * open orders a fresh price of each is needed, otherwise `priceMoved`.
 */
export const mayLeave = async (
  { markets }: Pick<ContractDeps, 'markets'>,
  tx: Tx,
  uid: number,
  levertype: Levertype,
): Promise<Usdt> => {
  const wallet = await readWallet(tx, markets, uid, levertype)
  if (wallet.open.some(({ fresh }) => !fresh)) throw refuse('priceMoved')
  return mostThatMayLeave(wallet)
}
