import { expect, it } from 'vitest'
import { bankOf, filledBank, isSameBank, validateBank } from './bankForm.ts'

const empty = bankOf({})
const ada = { ...empty, firstName: 'Ada', lastName: 'Example', iban: 'DE89 3704 0044 0532 0130 00' }

it('requires a holder and an account', () => {
  expect(validateBank(empty)).toEqual({ firstName: 'holder', accountNumber: 'account' })
  expect(validateBank({ ...empty, firstName: 'Ada', accountNumber: '1' })).toEqual({ lastName: 'holder' })
  expect(validateBank({ ...empty, holder: 'Ada Example', accountNumber: '1' })).toEqual({})
  expect(validateBank(ada)).toEqual({})
})

it('requires valid check digits of an IBAN', () => {
  expect(validateBank({ ...ada, iban: 'DE88370400440532013000' })).toEqual({ iban: 'iban' })
})

it('sends the filled fields without surrounding spaces', () => {
  expect(filledBank({ ...ada, city: ' Berlin ', town: '  ' })).toEqual({
    firstName: 'Ada',
    lastName: 'Example',
    iban: 'DE89 3704 0044 0532 0130 00',
    city: 'Berlin',
  })
})

it('detects unchanged details', () => {
  const saved = bankOf({ firstName: 'Ada', lastName: 'Example', iban: 'DE89370400440532013000' })
  expect(isSameBank(ada, saved)).toBe(true)
  expect(isSameBank({ ...ada, ifsc: 'X' }, saved)).toBe(false)
})
