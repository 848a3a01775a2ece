import { accountKey, accountName } from '@glasshouse/core/ledger/chart'
import {
  accountsOf,
  decideBatch,
  type EntryDraft,
  type LedgerTransaction,
} from '@glasshouse/core/ledger/rules'

/** What a story of transactions did, and what it moved per account by its name. */
export type Movements = {
  readonly kinds: readonly ('accepted' | 'repeated' | 'short')[]
  readonly lines: readonly (Omit<EntryDraft, 'account'> & { readonly account: string })[]
  readonly moved: (account: string) => bigint
}

/** Decides a story of transactions by the ledger's own rule; the named accounts hold enough, all others begin empty. */
export const movementsOf = (story: readonly LedgerTransaction[], ...rich: readonly string[]): Movements => {
  const states = new Map(
    [...accountsOf(story).values()].map((account) => {
      const balance = rich.includes(accountName(account)) ? 10n ** 24n : 0n
      return [accountKey(account), { balance, sequence: 0 }]
    }),
  )
  const { verdicts, lines: drafts } = decideBatch(states, story, new Map())
  const lines = drafts.map((draft) => ({ ...draft, account: accountName(draft.account) }))
  const moved = new Map<string, bigint>()
  for (const { account, amount } of lines) moved.set(account, (moved.get(account) ?? 0n) + amount)
  // Within a batch a repeat has the verdict of the first.
  const kinds = verdicts.map((verdict, at) => (verdicts.indexOf(verdict) < at ? 'repeated' : verdict.kind))
  return { kinds, lines, moved: (account) => moved.get(account) ?? 0n }
}
