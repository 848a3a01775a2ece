/**
 * What a chain says of a reported transfer. `unchecked`: nobody asked it yet, or it cannot be reached; `unseen`: it
 * knows no such transaction, also after a reorganisation dropped it; `pending`: it is there, with too few
 * confirmations; `confirmed`: what arrived is final; the others end with nothing having arrived.
 */
export const chainFindings = [
  'unchecked',
  'unseen',
  'pending',
  'confirmed',
  'reverted',
  'wrongToken',
  'wrongRecipient',
] as const
export type ChainFinding = (typeof chainFindings)[number]
