/** Which triggers a wallet needs: its orders' limits and stops, and the re-checks before a close-out. */
import { liquidationBand, recheckPrice } from '@glasshouse/core/contracts/engine/guards'
import { conditionOf, type TriggerKind } from '@glasshouse/core/contracts/engine/triggers'
import { type BestPrices, type PositionSide, sideFromWire } from '@glasshouse/core/contracts/rules'
import type { Price } from '@glasshouse/core/money/units'
import type { OrderRow } from '../../schema.ts'
import type { MarketSnapshot } from '../batch/snapshot.ts'
import { openPositions, type WalletState } from '../batch/state.ts'
import { positionOf } from '../terms.ts'
import { shouldLiquidate, valueAccount } from '../valuation.ts'
import type { TriggerSpec } from './triggerBooks.ts'

/** A trigger of an order, with the price it waits for. */
export type OrderTrigger = { readonly kind: 'limit' | 'loss' | 'profit'; readonly price: Price }

/** What an order waits for; stops of a pending order wait until it is opened. */
export const orderTriggers = (order: OrderRow): readonly OrderTrigger[] => {
  if (order.status === 0) return [{ kind: 'limit', price: order.open_price as Price }]
  if (order.status !== 1) return []
  const { stop_loss_price: loss, target_profit_price: profit } = order
  return [
    ...(loss === null ? [] : [{ kind: 'loss' as const, price: loss as Price }]),
    ...(profit === null ? [] : [{ kind: 'profit' as const, price: profit as Price }]),
  ]
}

const armOrder = (order: OrderRow, symbol: string): readonly TriggerSpec[] =>
  orderTriggers(order).map(({ kind, price }) => ({
    symbol,
    orderId: order.id,
    trigger: { ...conditionOf(sideFromWire(order.type), kind), kind, price, acceptance: order.acceptance },
  }))

const highest = BigInt(Number.MAX_SAFE_INTEGER) as Price
const lowest = 0n as Price

/** A re-check of the wallet on account of one market and direction; without a band at its very next tick. */
const guard = (wallet: WalletState, symbol: string, side: PositionSide, price: Price | null): TriggerSpec => {
  const kind: TriggerKind = 'closeOut'
  const watch = conditionOf(side, kind)
  const always = watch.when === 'falls' ? highest : lowest
  const trigger = { ...watch, kind, price: price ?? always, acceptance: wallet.uid }
  return { symbol, orderId: 0, trigger }
}

/** The re-checks of a wallet, one per market and direction it has positions in. */
const guardsOf = (wallet: WalletState, now: MarketSnapshot): readonly TriggerSpec[] => {
  const positions = openPositions(wallet).flatMap((order) => {
    const market = now.get(order.pid)
    if (market === undefined) return []
    const position = positionOf(order)
    const best: BestPrices = market.tick ?? { bid: position.openPrice, ask: position.openPrice }
    return [{ ...position, best, symbol: market.product.symbol }]
  })
  const isDue = openPositions(wallet).some(({ closing_lots }) => closing_lots !== null)
  const band =
    isDue || shouldLiquidate(wallet, now) ? null : liquidationBand(valueAccount(wallet, now), positions)
  const guards = new Map<string, TriggerSpec>()
  for (const { symbol, side, best } of positions) {
    const price = band === null ? null : recheckPrice(band, { side, best })
    guards.set(`${symbol} ${side}`, guard(wallet, symbol, side, price))
  }
  return [...guards.values()]
}

/** Everything a wallet waits for, given the markets as they are now. */
export const accountTriggers = (wallet: WalletState, now: MarketSnapshot): readonly TriggerSpec[] => [
  ...[...wallet.orders.values()].flatMap((order) => {
    const market = now.get(order.pid)
    return market === undefined ? [] : armOrder(order, market.product.symbol)
  }),
  ...guardsOf(wallet, now),
]
