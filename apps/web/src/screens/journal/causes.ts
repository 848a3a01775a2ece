import type { CauseKind } from '@glasshouse/core/ledger/causes'
import type { JournalLine } from '@glasshouse/core/ledger/wire'

/** A cause whose receipt the page can open, and its number. */
export type Cause = { readonly kind: 'contract' | 'option' | 'sale'; readonly id: number }

/** What opens for a kind of cause; null where a price decided nothing. The type refuses a kind that is left out. */
const receipts: Readonly<Record<CauseKind, Cause['kind'] | null>> = {
  contractPlaced: 'contract',
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
  customerLeft: null,
  practiceSample: null,
}
const kinds = new Map<string, Cause['kind'] | null>(Object.entries(receipts))

/**
 * The cause of a journal line whose receipt can be opened; null for any other.
 *
 * @example causeOf({ refkind: 'optionSettled', refid: 903 }) // { kind: 'option', id: 903 }
 * @example causeOf({ refkind: 'deposit', refid: 3 }) // null
 */
export const causeOf = ({ refkind, refid }: Pick<JournalLine, 'refkind' | 'refid'>): Cause | null => {
  const kind = kinds.get(refkind) ?? null
  return kind === null ? null : { kind, id: refid }
}
