import type { CauseKind } from '@glasshouse/core/ledger/causes'
import type { JournalLine } from '@glasshouse/core/ledger/codec'

/** Kind and id of a receipt that the page can open. */
export type Cause = { readonly kind: 'contract' | 'option' | 'sale' | 'payment'; readonly id: number }

/** Receipt per kind of cause; null if there is nothing to recalculate. The type requires every kind. */
const receipts: Readonly<Record<CauseKind, Cause['kind'] | null>> = {
  contractPlaced: 'contract',
  contractAmended: 'contract',
  contractOpened: 'contract',
  contractClosed: 'contract',
  contractRevoked: 'contract',
  optionPlaced: 'option',
  optionSettled: 'option',
  coinSold: 'sale',
  deposit: null,
  depositBonus: null,
  withdrawal: null,
  walletTransfer: null,
  internalTransfer: null,
  experienceGrant: null,
  fund: null,
  investBought: null,
  investAccrued: null,
  investEnded: null,
  investRedeemed: null,
  copyAsked: null,
  copyRefunded: null,
  copyEntered: null,
  copyFee: null,
  copyLeft: null,
  copyRounding: null,
  referralFunded: null,
  referralPaid: null,
  referralFirstPaid: null,
  referralReturned: null,
  signInReward: null,
  signInTotal: null,
  taskReward: null,
  investReleased: null,
  loanPaidOut: null,
  loanRepaid: null,
  loanSeized: null,
  loanShortfall: null,
  subscriptionPaid: 'payment',
  customerLeft: null,
  houseLevelled: null,
  practiceSample: null,
}
const kinds = new Map<string, Cause['kind'] | null>(Object.entries(receipts))

/**
 * Receipt of a transaction; null if it has none.
 *
 * @example causeOf({ cause: { kind: 'optionSettled', id: 903 } }) // { kind: 'option', id: 903 }
 * @example causeOf({ cause: { kind: 'deposit', id: 3 } }) // null
 */
export const causeOf = ({
  cause,
}: {
  readonly cause: Pick<JournalLine['cause'], 'kind' | 'id'>
}): Cause | null => {
  const kind = kinds.get(cause.kind) ?? null
  return kind === null ? null : { kind, id: cause.id }
}
