import { type DomainEvent, pushEvent } from '../platform/events/index.ts'

/** Notifies a customer's open pages that wallet balances changed; the page reads them again. */
export const walletChanged = (uid: number): DomainEvent =>
  pushEvent({ uid, event: 'WALLET_CHANGED', data: {} })
