import { expect, it } from 'vitest'
import { bankOf, bankRequest, isSameBank, validateBank } from './bankForm.ts'

const empty = bankOf({})
const ada = { ...empty, firstname: 'Ada', lastname: 'Example', iban: 'DE89 3704 0044 0532 0130 00' }

it('wants a holder and an account', () => {
  expect(validateBank(empty)).toEqual({ firstname: 'holder', accntno: 'account' })
  expect(validateBank({ ...empty, firstname: 'Ada', accntno: '1' })).toEqual({ lastname: 'holder' })
  expect(validateBank({ ...empty, accntnm: 'Ada Example', accntno: '1' })).toEqual({})
  expect(validateBank(ada)).toEqual({})
})

it('wants the check digits of an IBAN right', () => {
  expect(validateBank({ ...ada, iban: 'DE88370400440532013000' })).toEqual({ iban: 'iban' })
})

it('sends what is filled in, without blanks around it', () => {
  expect(bankRequest({ ...ada, city: ' Berlin ', town: '  ' })).toEqual({
    firstname: 'Ada',
    lastname: 'Example',
    iban: 'DE89 3704 0044 0532 0130 00',
    city: 'Berlin',
  })
})

it('knows when nothing would change', () => {
  const saved = bankOf({ firstname: 'Ada', lastname: 'Example', iban: 'DE89370400440532013000' })
  expect(isSameBank(ada, saved)).toBe(true)
  expect(isSameBank({ ...ada, ifsc: 'X' }, saved)).toBe(false)
})
