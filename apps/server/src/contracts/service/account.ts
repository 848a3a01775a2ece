import { type AccountFigures, liquidationPrice, maxTransferOut } from '@glasshouse/core/contracts/account'
import { closingPrice, unrealizedPnl } from '@glasshouse/core/contracts/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Price, Usdt } from '@glasshouse/core/money/units'
import { getBalances } from '../../ledger/index.ts'
import type { Db, Tx } from '../../platform/index.ts'
import { marginAccountLedger } from '../postings.ts'
import type { OrderRow } from '../schema.ts'
import { type ContractWalletName, listOpenPositions, listOpenPositionsOf } from '../store/orders.ts'
import { openPositions, type WalletState } from './batch/state.ts'
import { type ContractDeps, type ContractMarkets, positionOf } from './terms.ts'

/** An open order valued at the newest price of its market. */
export type ValuedPosition = {
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
export const valuePosition = (markets: ContractMarkets, order: OrderRow): ValuedPosition => {
  const product = markets.product(order.pid)
  const inForce = product === null ? null : markets.inForce(product.symbol)
  const position = positionOf(order)
  const price = inForce === null ? position.openPrice : closingPrice(position.direction, inForce.tick)
  return {
    order,
    price,
    profit: unrealizedPnl(position, price),
    fresh: inForce !== null && !inForce.stale,
  }
}

/** Floating profit of all open positions of some customers at the last prices known; who has none is absent. */
export const sumFloatingOf = async (
  db: Db,
  markets: ContractMarkets,
  uids: readonly number[],
): Promise<ReadonlyMap<number, bigint>> => {
  const sums = new Map<number, bigint>()
  for (const order of await listOpenPositionsOf(db, uids))
    sums.set(order.uid, (sums.get(order.uid) ?? 0n) + valuePosition(markets, order).profit)
  return sums
}

/** A contract wallet with everything open in it. */
export type ContractWallet = AccountFigures & { readonly open: readonly ValuedPosition[] }

/** Adds up a wallet from its balances and its valued orders. */
export const marginAccountOf = (
  held: { readonly free: bigint; readonly margin: bigint; readonly hold: bigint },
  open: readonly ValuedPosition[],
): ContractWallet => ({
  balance: (held.free + held.margin + held.hold) as Usdt,
  margin: held.margin as Usdt,
  hold: held.hold as Usdt,
  profit: open.reduce((sum, { profit }) => sum + profit, 0n) as Usdt,
  open,
})

/** A locked wallet as it stands in its batch, with its positions at the newest prices. */
export const valueAccount = (markets: ContractMarkets, state: WalletState): ContractWallet =>
  marginAccountOf(
    state,
    openPositions(state).map((order) => valuePosition(markets, order)),
  )

/** Reads a contract wallet, without locking. */
export const loadMarginAccount = async (
  db: Db,
  markets: ContractMarkets,
  uid: number,
  levertype: ContractWalletName,
): Promise<ContractWallet> => {
  const accounts = marginAccountLedger(uid, levertype)
  const [free = 0n, margin = 0n, hold = 0n] = await getBalances(db, [
    accounts.free,
    accounts.margin,
    accounts.hold,
  ])
  const orders = await listOpenPositions(db, uid, levertype)
  return marginAccountOf(
    { free, margin, hold },
    orders.map((order) => valuePosition(markets, order)),
  )
}

/** The close-out price of one market in a wallet; null when no price closes it out. */
export const liquidationPriceOf = ({ balance, margin, open }: ContractWallet, pid: number): Price | null => {
  const here = open.filter(({ order }) => order.pid === pid)
  const elsewhere = open.filter(({ order }) => order.pid !== pid)
  return liquidationPrice({
    balance,
    margin,
    otherProfit: elsewhere.reduce((sum, { profit }) => sum + profit, 0n) as Usdt,
    positions: here.map(({ order }) => positionOf(order)),
  })
}

/**
 * The most USDT that may leave a contract wallet now; the caller has locked the wallet's free account. With
 * open orders a fresh price of each is needed, otherwise `priceChanged`.
 */
export const maxTransferOutOf = async (
  { markets }: Pick<ContractDeps, 'markets'>,
  tx: Tx,
  uid: number,
  levertype: ContractWalletName,
): Promise<Usdt> => {
  const wallet = await loadMarginAccount(tx, markets, uid, levertype)
  if (wallet.open.some(({ fresh }) => !fresh)) throw domainError('priceChanged')
  return maxTransferOut(wallet)
}
