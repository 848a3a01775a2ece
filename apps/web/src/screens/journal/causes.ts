import type { JournalLine } from '@glasshouse/core/ledger/wire'

/** What stands behind a journal line that can be opened, and its number. */
export type Cause =
  /** These have a receipt. */
  | { readonly kind: 'contract' | 'option' | 'sale'; readonly id: number }
  | { readonly kind: 'deposit' | 'withdrawal' | 'wallets'; readonly id: number }

const kinds = new Map<string, Cause['kind']>(
  Object.entries({
    contractOpened: 'contract',
    contractPlaced: 'contract',
    contractClosed: 'contract',
    contractRevoked: 'contract',
    optionPlaced: 'option',
    optionSettled: 'option',
    deposit: 'deposit',
    depositBonus: 'deposit',
    withdrawal: 'withdrawal',
    walletTransfer: 'wallets',
    internalTransfer: 'wallets',
    coinSold: 'sale',
  }),
)

/**
 * What caused a journal line; null for a cause this page knows no place for.
 *
 * @example causeOf({ refkind: 'optionSettled', refid: 903 }) // { kind: 'option', id: 903 }
 */
export const causeOf = ({ refkind, refid }: Pick<JournalLine, 'refkind' | 'refid'>): Cause | null => {
  const kind = kinds.get(refkind) ?? (refkind.startsWith('withdrawal') ? 'withdrawal' : undefined)
  return kind === undefined ? null : { kind, id: refid }
}

/** Whether the page can work the cause out again. */
export const hasReceipt = ({ kind }: Cause): boolean =>
  kind === 'contract' || kind === 'option' || kind === 'sale'
