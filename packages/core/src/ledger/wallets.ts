/** How the journal presents a customer's accounts: which of them are wallets, and which accounts a wallet includes. */
import type { CustomerAccountType } from './chart.ts'
import { type JournalType, journal } from './journal.ts'

/** Wallets of the journal; their free accounts have the same names. */
export const journalWallets = ['wallet', 'contract', 'contract2', 'coin', 'bonus', 'experience'] as const
export type JournalWallet = (typeof journalWallets)[number]

/** Holds outside the wallets. */
export const holdSources = ['optionStake', 'principal', 'experiencePrincipal', 'withdrawal'] as const
export type HoldSource = (typeof holdSources)[number]

export const trailSources = [...journalWallets, ...holdSources] as const
/** A wallet, or a hold outside the wallets. */
export type TrailSource = (typeof trailSources)[number]

const partsOf: Readonly<Partial<Record<TrailSource, readonly CustomerAccountType[]>>> = {
  contract: ['contract', 'contractMargin', 'contractHold'],
  contract2: ['contract2', 'contract2Margin', 'contract2Hold'],
}

/**
 * Accounts that add up to a wallet's figure: margin and order holds are part of a contract wallet.
 *
 * @example accountsOfSource('contract') // ['contract', 'contractMargin', 'contractHold']
 */
export const accountsOfSource = (place: TrailSource): readonly CustomerAccountType[] =>
  partsOf[place] ?? [place]

/** Types with another customer as counterparty: transfers sent or received, and referral rewards. */
export const counterpartyTypes: readonly JournalType[] = [
  journal.sentToUser,
  journal.receivedFromUser,
  journal.referralIncome1,
  journal.referralIncome2,
  journal.referralIncome3,
  journal.firstPurchaseIncome1,
  journal.firstPurchaseIncome2,
  journal.firstPurchaseIncome3,
]

/** Selection of journal entries by type. */
export type JournalFilter = { readonly kind: 'only' | 'except'; readonly types: readonly number[] }

/**
 * Selection of the named types or of all but those; without types it selects all entries. `ownOnly` excludes entries with
 * another customer as counterparty.
 *
 * @example journalFilter('except', [30, 32], false) // { kind: 'except', types: [30, 32] }
 */
export const journalFilter = (
  kind: JournalFilter['kind'],
  types: readonly number[],
  ownOnly: boolean,
): JournalFilter => {
  if (kind === 'only' && types.length > 0)
    return { kind, types: ownOnly ? types.filter((type) => !isOfOthers(type)) : types }
  return { kind: 'except', types: ownOnly ? [...new Set([...types, ...counterpartyTypes])] : types }
}

const isOfOthers = (type: number): boolean => counterpartyTypes.some((other) => other === type)
