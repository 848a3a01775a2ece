import { closingPrice } from '@glasshouse/core/contracts/rules'
import type { MarketPrices } from '@glasshouse/core/invest/copy/units'
import type { Usdt } from '@glasshouse/core/money/units'
import type { OrderRow } from '../../schema.ts'
import { type ContractWallet, marginAccountOf } from '../account.ts'
import type { MarketSnapshot } from '../batch/snapshot.ts'
import { positionPnl, type WalletBefore } from '../batch/state.ts'
import { positionOf } from '../terms.ts'

/** A wallet at the prices of a snapshot; a market without any price leaves the opening price. */
export const walletAt = (wallet: WalletBefore, at: MarketSnapshot): ContractWallet =>
  marginAccountOf(
    wallet,
    wallet.positions.map((order) => {
      const market = at.get(order.pid)
      const position = positionOf(order)
      const tick = market?.tick ?? null
      return {
        order,
        price: tick === null ? position.openPrice : closingPrice(position.direction, tick),
        profit: positionPnl(order, at),
        fresh: market?.fresh === true,
      }
    }),
  )

/** Balance plus unrealized PnL, USDT; null while a market of one of the positions has no fresh price. */
export const equityOf = ({ balance, profit, open }: ContractWallet): Usdt | null =>
  open.every(({ fresh }) => fresh) ? ((balance + profit) as Usdt) : null

/** One price for each market of some positions; throws for a market without any. */
export const pricesOf = (positions: readonly OrderRow[], at: MarketSnapshot): MarketPrices =>
  new Map(
    positions.map(({ pid }) => {
      const tick = at.get(pid)?.tick
      if (tick === undefined || tick === null) throw new Error(`market ${pid} has no price`)
      return [pid, tick]
    }),
  )
