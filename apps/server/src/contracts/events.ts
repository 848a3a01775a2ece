import { closedPushToWire, triggeredPushToWire } from '@glasshouse/core/contracts/codec'
import { type DomainEvent, pushEvent } from '../platform/events/index.ts'
import type { OrderRow } from './schema.ts'

/** Tells the customer's open pages that an order closed; the page reads the lists again. */
export const orderClosed = (order: OrderRow): DomainEvent =>
  pushEvent({
    uid: order.uid,
    event: 'CLOSE_LEVER_ORDER',
    data: closedPushToWire({ ...order, parentId: order.parent_id, closeReason: order.close_reason }),
  })

/** Tells the customer's open pages that an order at a fixed price was opened, or cancelled by the engine. */
export const orderTriggered = (order: OrderRow): DomainEvent =>
  pushEvent({ uid: order.uid, event: 'ENTRUSTED_TRANSACTION', data: triggeredPushToWire(order) })

/** The kind of the event that positions of a pool have to close at the next fresh tick. */
export const poolClosingRequestedKind = 'contracts.poolClosingAsked'

/** Positions of a pool have to close: the engine checks the pool again. */
export const poolClosingRequested = (account: number): DomainEvent => ({
  kind: poolClosingRequestedKind,
  body: { account },
})

/** Kind of the event that an order of AI ordering closed, whatever closed it. */
export const aiOrderClosedKind = 'contracts.aiOrderClosed'

/** An order of AI ordering closed as a whole; parts of it may have closed before. */
export const aiOrderClosed = ({ id, ai_run }: OrderRow): DomainEvent => ({
  kind: aiOrderClosedKind,
  body: { id, run: ai_run },
})
