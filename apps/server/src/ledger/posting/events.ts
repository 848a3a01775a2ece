import { type CustomerAccountType, contractPurposes } from '@glasshouse/core/ledger/chart'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { DomainEvent } from '../../platform/events/index.ts'

/** A customer's account whose balance is another than before. */
export type ChangedBalance = { readonly uid: number; readonly purpose: CustomerAccountType }

/** Kind of the event about changed balances. */
export const balanceChanged = 'balanceChanged'

/** Account types with a listener; changes of others publish no event. */
export const listenedTo: ReadonlySet<string> = new Set(contractPurposes)

/**
 * The event about changed customer balances, from the accounts of the posted transactions: none if no account with a
 * listener is among them, else one for all of them, each account once; none of customers in `unannounced`.
 *
 * @example changesOf([moved]) // [{ kind: 'balanceChanged', body: { uids: { contract: [10001] } } }]
 */
export const changesOf = (
  posted: readonly LedgerTransaction[],
  unannounced: ReadonlySet<number> = new Set(),
): readonly DomainEvent[] => {
  const uids = new Map<string, Set<number>>()
  for (const { transfers } of posted)
    for (const { from, to } of transfers)
      for (const { owner, ownerId, purpose } of [from, to]) {
        if (owner !== 'customer' || !listenedTo.has(purpose) || unannounced.has(ownerId)) continue
        const known = uids.get(purpose)
        if (known === undefined) uids.set(purpose, new Set([ownerId]))
        else known.add(ownerId)
      }
  if (uids.size === 0) return []
  const body = { uids: Object.fromEntries([...uids].map(([purpose, all]) => [purpose, [...all]])) }
  return [{ kind: balanceChanged, body }]
}

const isUids = (value: unknown): value is Readonly<Record<CustomerAccountType, readonly number[]>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((uids) => Array.isArray(uids) && uids.every(Number.isSafeInteger))

/** The balances a fact tells of; none when it is about something else. */
export const changedBalances = ({ kind, body }: DomainEvent): readonly ChangedBalance[] => {
  if (kind !== balanceChanged) return []
  if (!isUids(body.uids)) throw new Error('a fact about balances that names no accounts')
  return Object.entries(body.uids).flatMap(([purpose, uids]) =>
    uids.map((uid) => ({ uid, purpose: purpose as CustomerAccountType })),
  )
}
