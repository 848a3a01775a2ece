/**
 * State of a reported transfer on its chain. `unchecked`: not looked up yet, or the chain is unreachable; `unseen`: no
 * such transaction, also after a reorganisation dropped it; `pending`: found with too few confirmations; `confirmed`:
 * the received amount is final; `ownTransfer`: the operator moved it from another deposit address; in the other states
 * nothing was received.
 */
export const chainStatuses = [
  'unchecked',
  'unseen',
  'pending',
  'confirmed',
  'reverted',
  'wrongToken',
  'wrongRecipient',
  'ownTransfer',
] as const
export type ChainStatus = (typeof chainStatuses)[number]
