import { isPhoneOf, isTelcode } from '@glasshouse/core/identity/rules'
import { describe, expect, it } from 'vitest'
import { offeredCountry, telcodes, wirePhone } from './telcodes.ts'

describe('telcodes', () => {
  it('names every country once, with a code the server would take', () => {
    expect(new Set(telcodes.map((entry) => entry.country)).size).toBe(telcodes.length)
    const names = new Intl.DisplayNames('en', { type: 'region' })
    for (const { country, telcode } of telcodes) {
      expect(isTelcode(telcode), country).toBe(true)
      expect(names.of(country), country).not.toBe(country)
    }
  })
  it('begins with +1, so that nobody is guessed to live somewhere', () => {
    expect(telcodes[0]).toEqual({ country: 'US', telcode: '1' })
  })
})

describe('wirePhone', () => {
  it('writes digits with the dialling code first', () => {
    expect(wirePhone('1', '(202) 555-0123')).toBe('12025550123')
    expect(wirePhone('44', '020 7946 0958')).toBe('442079460958')
    expect(wirePhone('49', '+49 170 1234567')).toBe('491701234567')
    expect(wirePhone('39', '06 6982')).toBe('39066982')
    expect(isPhoneOf('44', wirePhone('44', '020 7946 0958'))).toBe(true)
  })
  it('gives nothing for what is no number', () => {
    for (const bad of ['', 'abc', '555-CALL', '１２３４５６７', '+', '12+34'])
      expect(wirePhone('1', bad)).toBe('')
  })
})

it('keeps the chosen country while it is offered, else takes the first that is', () => {
  expect(offeredCountry('US', undefined)).toBe('US')
  expect(offeredCountry('US', ['DE', 'US'])).toBe('US')
  expect(offeredCountry('US', ['JP', 'DE', 'XK'])).toBe('DE')
  expect(offeredCountry('US', ['XK'])).toBe('US')
})
