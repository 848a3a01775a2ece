import { type DomainEvent, pushEvent } from '../platform/index.ts'

/** Tells a customer's open pages that amounts in the wallets have changed; the page reads them again. */
export const walletChanged = (uid: number): DomainEvent =>
  pushEvent({ uid, event: 'WALLET_CHANGED', data: {} })
