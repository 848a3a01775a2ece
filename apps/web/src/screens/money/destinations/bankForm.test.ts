import { expect, it } from 'vitest'
import { bankOf, bankRequest, isSameBank, validateBank } from './bankForm.ts'

const empty = bankOf({})
const ada = { ...empty, firstname: 'Ada', lastname: 'Example', iban: 'DE89 3704 0044 0532 0130 00' }

it('requires a holder and an account', () => {
  expect(validateBank(empty)).toEqual({ firstname: 'holder', accntno: 'account' })
  expect(validateBank({ ...empty, firstname: 'Ada', accntno: '1' })).toEqual({ lastname: 'holder' })
  expect(validateBank({ ...empty, accntnm: 'Ada Example', accntno: '1' })).toEqual({})
  expect(validateBank(ada)).toEqual({})
})

it('requires valid check digits of an IBAN', () => {
  expect(validateBank({ ...ada, iban: 'DE88370400440532013000' })).toEqual({ iban: 'iban' })
})

it('sends the filled fields without surrounding spaces', () => {
  expect(bankRequest({ ...ada, city: ' Berlin ', town: '  ' })).toEqual({
    firstname: 'Ada',
    lastname: 'Example',
    iban: 'DE89 3704 0044 0532 0130 00',
    city: 'Berlin',
  })
})

it('detects unchanged details', () => {
  const saved = bankOf({ firstname: 'Ada', lastname: 'Example', iban: 'DE89370400440532013000' })
  expect(isSameBank(ada, saved)).toBe(true)
  expect(isSameBank({ ...ada, ifsc: 'X' }, saved)).toBe(false)
})
