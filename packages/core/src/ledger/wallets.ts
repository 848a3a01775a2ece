/** How the journal shows a customer's accounts: which of them are wallets, and which parts a wallet has. */
import type { CustomerAccountType } from './chart.ts'
import { type JournalType, journal } from './journal.ts'

/** The wallets of the journal; their free accounts carry the same names. */
export const journalWallets = ['wallet', 'contract', 'contract2', 'coin', 'bonus', 'experience'] as const
export type JournalWallet = (typeof journalWallets)[number]

/** What is held outside the wallets. */
export const holdSources = ['optionStake', 'principal', 'withdrawal'] as const
export type HoldSource = (typeof holdSources)[number]

export const trailSources = [...journalWallets, ...holdSources] as const
/** A wallet, or a place outside the wallets where a customer's money is held. */
export type TrailSource = (typeof trailSources)[number]

const partsOf: Readonly<Partial<Record<TrailSource, readonly CustomerAccountType[]>>> = {
  contract: ['contract', 'contractMargin', 'contractHold'],
  contract2: ['contract2', 'contract2Margin', 'contract2Hold'],
}

/**
 * The accounts that make up a wallet's figure: margin and pending holds stay inside a contract wallet.
 *
 * @example partsOfPlace('contract') // ['contract', 'contractMargin', 'contractHold']
 */
export const accountsOfSource = (place: TrailSource): readonly CustomerAccountType[] =>
  partsOf[place] ?? [place]

/** Types behind which another customer stands: money sent, received, or earned by inviting somebody. */
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

/** Which lines of a journal are asked for. */
export type JournalFilter = { readonly kind: 'only' | 'except'; readonly types: readonly number[] }

/**
 * The one filter that says the same as the fields of the wire: `existsType` 1 means only these types, 2 all
 * but these; without types all lines. `own` leaves out what another customer is behind.
 *
 * @example typeFilter(2, [30, 32], false) // { kind: 'except', types: [30, 32] }
 */
export const journalFilter = (existsType: 1 | 2, types: readonly number[], own: boolean): JournalFilter => {
  if (existsType === 1 && types.length > 0)
    return { kind: 'only', types: own ? types.filter((type) => !isOfOthers(type)) : types }
  return { kind: 'except', types: own ? [...new Set([...types, ...counterpartyTypes])] : types }
}

const isOfOthers = (type: number): boolean => counterpartyTypes.some((other) => other === type)
