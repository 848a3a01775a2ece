/** Values margin accounts at the prices of a snapshot: the one valuation of commands, triggers, copies and lists. */
import type { Price, Usdt } from '../money/units.ts'
import { type AccountFigures, liquidationInput, liquidationPrice, type MarketAccount } from './account.ts'
import { isLiquidatable } from './engine/guards.ts'
import type { MarketSnapshot } from './marketSnapshot.ts'
import type { LiveOrder } from './order.ts'
import { closingPrice, unrealizedPnl } from './rules.ts'
import type { MarginAccount } from './tradingState.ts'

/** An open position valued at a price of its market. */
export type ValuedPosition = {
  readonly order: LiveOrder
  /** The side at which it would close. */
  readonly price: Price
  readonly profit: Usdt
  /** The market is alive; otherwise the price is the last one known. */
  readonly fresh: boolean
}

/**
 * Values a position at the side of the book at which it would close. A market without any tick since the server
 * knows it (it was taken off the list) leaves the opening price as the last one known.
 */
export const valuePosition = (order: LiveOrder, at: MarketSnapshot): ValuedPosition => {
  const market = at.get(order.pid)
  const tick = market?.tick ?? null
  const price = tick === null ? order.openPrice : closingPrice(order.side, tick)
  return { order, price, profit: unrealizedPnl(order, price), fresh: market?.fresh === true }
}

/** Open positions of an account, the oldest first. */
export const openPositions = ({ orders }: Pick<MarginAccount, 'orders'>): readonly LiveOrder[] => {
  const open: LiveOrder[] = []
  for (const order of orders.values()) if (order.state === 'open') open.push(order)
  return open
}

/** A margin account with everything open in it, valued. */
export type ValuedAccount = AccountFigures & { readonly open: readonly ValuedPosition[] }

/** Adds up an account with its positions at the prices of a snapshot. */
export const valueAccount = (account: MarginAccount, at: MarketSnapshot): ValuedAccount => {
  const open = openPositions(account).map((order) => valuePosition(order, at))
  return {
    balance: (account.free + account.margin + account.hold) as Usdt,
    margin: account.margin,
    hold: account.hold,
    profit: open.reduce((sum, { profit }) => sum + profit, 0n) as Usdt,
    open,
  }
}

/** Whether positions of the account have to be closed at these prices. */
export const shouldLiquidate = (account: MarginAccount, at: MarketSnapshot): boolean =>
  openPositions(account).length > 0 && isLiquidatable(valueAccount(account, at))

/** Whether a position has to close because its lead or its pool did, in a market that is fresh. */
export const hasDueClosing = (account: MarginAccount, at: MarketSnapshot): boolean =>
  openPositions(account).some(({ dueClose, pid }) => dueClose !== null && at.get(pid)?.fresh === true)

/** Balance plus unrealized PnL, USDT; null while a market of one of the positions has no fresh price. */
export const equityOf = ({ balance, profit, open }: ValuedAccount): Usdt | null =>
  open.every(({ fresh }) => fresh) ? ((balance + profit) as Usdt) : null

/** An account as one of its markets sees it. */
export const marketAccountOf = (
  { open, ...figures }: ValuedAccount,
  pid: number,
): MarketAccount & AccountFigures => {
  const here: LiveOrder[] = []
  let otherProfit = 0n
  for (const { order, profit } of open)
    if (order.pid === pid) here.push(order)
    else otherProfit += profit
  return { ...figures, here, otherProfit: otherProfit as Usdt }
}

/** The liquidation price of one market in an account; null when no price liquidates it. */
export const liquidationPriceOf = (account: ValuedAccount, pid: number): Price | null =>
  liquidationPrice(liquidationInput(marketAccountOf(account, pid), null))
