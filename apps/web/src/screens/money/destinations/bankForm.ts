import type { DataOf, RequestOf } from '@glasshouse/core/calls'
import { isIban, normalizeAccountNumber } from '@glasshouse/core/destinations/rules'

/** Fields of bank details in form order, by group. */
export const bankGroups = {
  holder: ['firstname', 'lastname', 'accntnm'],
  account: ['bankno', 'branchname', 'accntno', 'iban', 'ifsc'],
  address: ['address', 'locality', 'town', 'city', 'postcode'],
} as const
export type BankGroup = keyof typeof bankGroups
export type BankField = (typeof bankGroups)[BankGroup][number]
const bankFields: readonly BankField[] = Object.values(bankGroups).flat()

export type Bank = Readonly<Record<BankField, string>>
export type BankMistake = 'holder' | 'account' | 'iban'

/** Initial form values: the stored details, or blank. */
export const bankOf = (saved: DataOf<'/api/user/myBankCard'>): Bank =>
  Object.fromEntries(bankFields.map((field) => [field, saved[field] ?? ''])) as Bank

/** Issues by field. */
export const validateBank = (bank: Bank): Readonly<Partial<Record<BankField, BankMistake>>> => {
  const has = (field: BankField): boolean => bank[field].trim() !== ''
  const isNamed = has('accntnm') || (has('firstname') && has('lastname'))
  return {
    ...(isNamed ? {} : { [has('firstname') ? 'lastname' : 'firstname']: 'holder' }),
    ...(has('accntno') || has('iban') ? {} : { accntno: 'account' }),
    ...(has('iban') && !isIban(bank.iban) ? { iban: 'iban' } : {}),
  }
}

/** Request with all filled fields, without surrounding spaces. */
export const bankRequest = (bank: Bank): RequestOf<'/api/user/saveBankCard'> =>
  Object.fromEntries(
    bankFields.map((field) => [field, bank[field].trim()] as const).filter(([, text]) => text !== ''),
  )

/** Whether the details are unchanged; the grouping of an IBAN is ignored. */
export const isSameBank = (bank: Bank, otherBank: Bank): boolean =>
  bankFields.every((field) => {
    const [a, b] = [bank[field].trim(), otherBank[field].trim()]
    return field === 'iban' ? normalizeAccountNumber(a) === normalizeAccountNumber(b) : a === b
  })
