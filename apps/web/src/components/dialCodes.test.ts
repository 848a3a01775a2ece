import { isDialCode, isPhoneOf } from '@glasshouse/core/identity/rules'
import { describe, expect, it } from 'vitest'
import { dialCodes, offeredCountry, wirePhone } from './dialCodes.ts'

describe('dialCodes', () => {
  it('lists every country once, with a code the server accepts', () => {
    expect(new Set(dialCodes.map((entry) => entry.country)).size).toBe(dialCodes.length)
    const names = new Intl.DisplayNames('en', { type: 'region' })
    for (const { country, dialCode } of dialCodes) {
      expect(isDialCode(dialCode), country).toBe(true)
      expect(names.of(country), country).not.toBe(country)
    }
  })
  it('begins with +1 and does not guess the country of the user', () => {
    expect(dialCodes[0]).toEqual({ country: 'US', dialCode: '1' })
  })
})

describe('wirePhone', () => {
  it('returns digits with the dialling code first', () => {
    expect(wirePhone('1', '(202) 555-0123')).toBe('12025550123')
    expect(wirePhone('44', '020 7946 0958')).toBe('442079460958')
    expect(wirePhone('49', '+49 170 1234567')).toBe('491701234567')
    expect(wirePhone('39', '06 6982')).toBe('39066982')
    expect(isPhoneOf('44', wirePhone('44', '020 7946 0958'))).toBe(true)
  })
  it('returns no number for invalid text', () => {
    for (const bad of ['', 'abc', '555-CALL', '１２３４５６７', '+', '12+34'])
      expect(wirePhone('1', bad)).toBe('')
  })
})

it('keeps the selected country if available, otherwise takes the first', () => {
  expect(offeredCountry('US', undefined)).toBe('US')
  expect(offeredCountry('US', ['DE', 'US'])).toBe('US')
  expect(offeredCountry('US', ['JP', 'DE', 'XK'])).toBe('DE')
  expect(offeredCountry('US', ['XK'])).toBe('US')
})
