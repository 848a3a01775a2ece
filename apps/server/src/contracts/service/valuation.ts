/** Values the wallets of contracts at the prices of a snapshot: the one valuation of commands, triggers, copies and lists. */
import { type AccountFigures, liquidationPrice } from '@glasshouse/core/contracts/account'
import { isLiquidatable } from '@glasshouse/core/contracts/engine/guards'
import { closingPrice, unrealizedPnl } from '@glasshouse/core/contracts/rules'
import type { Price, Usdt } from '@glasshouse/core/money/units'
import type { OrderRow } from '../schema.ts'
import type { MarketSnapshot } from './batch/snapshot.ts'
import { openPositions, type WalletState } from './batch/state.ts'
import { positionOf } from './terms.ts'

/** An open order valued at a price of its market. */
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
export const valuePosition = (order: OrderRow, at: MarketSnapshot): ValuedPosition => {
  const market = at.get(order.pid)
  const position = positionOf(order)
  const tick = market?.tick ?? null
  const price = tick === null ? position.openPrice : closingPrice(position.side, tick)
  return { order, price, profit: unrealizedPnl(position, price), fresh: market?.fresh === true }
}

/** A contract wallet with everything open in it, valued. */
export type ContractWallet = AccountFigures & { readonly open: readonly ValuedPosition[] }

/** Adds up a wallet with its positions at the prices of a snapshot. */
export const valueAccount = (wallet: WalletState, at: MarketSnapshot): ContractWallet => {
  const open = openPositions(wallet).map((order) => valuePosition(order, at))
  return {
    balance: (wallet.free + wallet.margin + wallet.hold) as Usdt,
    margin: wallet.margin as Usdt,
    hold: wallet.hold as Usdt,
    profit: open.reduce((sum, { profit }) => sum + profit, 0n) as Usdt,
    open,
  }
}

/** Whether positions of the wallet have to be closed at these prices. */
export const shouldLiquidate = (wallet: WalletState, at: MarketSnapshot): boolean =>
  openPositions(wallet).length > 0 && isLiquidatable(valueAccount(wallet, at))

/** Whether a position has to close because its lead or its pool did, in a market that is fresh. */
export const hasDueClosing = (wallet: WalletState, at: MarketSnapshot): boolean =>
  openPositions(wallet).some(({ closing_lots, pid }) => closing_lots !== null && at.get(pid)?.fresh === true)

/** Balance plus unrealized PnL, USDT; null while a market of one of the positions has no fresh price. */
export const equityOf = ({ balance, profit, open }: ContractWallet): Usdt | null =>
  open.every(({ fresh }) => fresh) ? ((balance + profit) as Usdt) : null

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
