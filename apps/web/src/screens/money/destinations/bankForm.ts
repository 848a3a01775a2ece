import type { BankDetails, BankField } from '@glasshouse/core/destinations/codec'
import { isIban, normalizeAccountNumber } from '@glasshouse/core/destinations/rules'

/** Fields of bank details in form order, by group. */
export const bankGroups = {
  holder: ['firstName', 'lastName', 'holder'],
  account: ['bankName', 'branchName', 'accountNumber', 'iban', 'ifsc'],
  address: ['address', 'locality', 'town', 'city', 'postCode'],
} as const satisfies Readonly<Record<string, readonly BankField[]>>
export type BankGroup = keyof typeof bankGroups
const bankFields: readonly BankField[] = Object.values(bankGroups).flat()

export type Bank = Readonly<Record<BankField, string>>
export type BankMistake = 'holder' | 'account' | 'iban'

/** Initial form values: the stored details, or blank. */
export const bankOf = (saved: BankDetails): Bank =>
  Object.fromEntries(bankFields.map((field) => [field, saved[field] ?? ''])) as Bank

/** Issues by field. */
export const validateBank = (bank: Bank): Readonly<Partial<Record<BankField, BankMistake>>> => {
  const has = (field: BankField): boolean => bank[field].trim() !== ''
  const isNamed = has('holder') || (has('firstName') && has('lastName'))
  return {
    ...(isNamed ? {} : { [has('firstName') ? 'lastName' : 'firstName']: 'holder' }),
    ...(has('accountNumber') || has('iban') ? {} : { accountNumber: 'account' }),
    ...(has('iban') && !isIban(bank.iban) ? { iban: 'iban' } : {}),
  }
}

/** All filled fields, without surrounding spaces. */
export const filledBank = (bank: Bank): BankDetails =>
  Object.fromEntries(
    bankFields.map((field) => [field, bank[field].trim()] as const).filter(([, text]) => text !== ''),
  )

/** Whether the details are unchanged; the grouping of an IBAN is ignored. */
export const isSameBank = (bank: Bank, otherBank: Bank): boolean =>
  bankFields.every((field) => {
    const [a, b] = [bank[field].trim(), otherBank[field].trim()]
    return field === 'iban' ? normalizeAccountNumber(a) === normalizeAccountNumber(b) : a === b
  })
