/**
 * What a chain says of a reported transfer. `unchecked`: nobody asked it yet, or it cannot be reached; `unseen`: it
 * knows no such transaction, also after a reorganisation dropped it; `pending`: it is there, with too few
 * confirmations; `confirmed`: what arrived is final; the others end with nothing having arrived.
 */
export const chainStatuses = [
  'unchecked',
  'unseen',
  'pending',
  'confirmed',
  'reverted',
  'wrongToken',
  'wrongRecipient',
] as const
export type ChainStatus = (typeof chainStatuses)[number]
