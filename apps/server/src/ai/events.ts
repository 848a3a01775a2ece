import { closedTradeToWire } from '@glasshouse/core/ai/codec'
import { chargedFees, sideToWire } from '@glasshouse/core/contracts/rules'
import type { ContractOrder } from '../contracts/index.ts'
import { type DomainEvent, pushEvent } from '../platform/events/index.ts'
import type { RunRow } from './schema.ts'

/** Tells the customer's open pages that a trade of a run closed; sent besides CLOSE_LEVER_ORDER. */
export const aiTradeClosed = (run: RunRow, order: ContractOrder, title: string): DomainEvent =>
  pushEvent({
    uid: run.uid,
    event: 'CLOSE_LEVER_AI_ORDER',
    data: closedTradeToWire({
      ...{ runId: run.id, done: run.done, times: run.times, title },
      type: sideToWire(order.side),
      leverage: order.leverage,
      lots: order.lots,
      openPrice: order.open_price,
      takeProfit: order.target_profit_price,
      stopLoss: order.stop_loss_price,
      closePrice: order.close_price,
      margin: order.margin,
      profit: order.profit,
      fees: chargedFees(order.open_fee, order.close_fee),
      openedMs: order.opened_ms,
      closeReason: order.close_reason,
    }),
  })
