/**
 * State of a reported transfer on its chain. `unchecked`: not looked up yet, or the chain is unreachable; `unseen`: no
 * such transaction, also after a reorganisation dropped it; `pending`: found with too few confirmations; `confirmed`:
 * the received amount is final; in the other states nothing was received.
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
