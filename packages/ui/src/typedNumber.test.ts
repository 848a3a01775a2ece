import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type NumberSigns, signsOf } from './numberSigns.tsx'
import { groupNumber, readNumber, ungroupNumber } from './typedNumber.tsx'

const english: NumberSigns = { group: ',', decimal: '.' }
const spanish: NumberSigns = { group: '.', decimal: ',' }
const russian: NumberSigns = { group: '\u00a0', decimal: ',' }

const plainIn = (signs: NumberSigns, text: string, unit?: string): unknown => {
  const reading = readNumber(text, signs, unit)
  return reading.kind === 'number'
    ? reading.plain
    : reading.kind === 'unclear'
      ? reading.readings
      : reading.kind
}

describe('signsOf', () => {
  it('takes the signs from the formatter', () => {
    expect(signsOf('en-GB')).toEqual(english)
    expect(signsOf('es')).toEqual(spanish)
    expect(signsOf('pt-BR')).toEqual(spanish)
    expect(signsOf('ru')).toEqual(russian)
  })
})

describe('readNumber', () => {
  it('reads the group sign of the language as a group sign', () => {
    expect(plainIn(english, '10,000')).toBe('10000')
    expect(plainIn(english, '1,234,567.89')).toBe('1234567.89')
    expect(plainIn(spanish, '65.010')).toBe('65010')
    expect(plainIn(spanish, '10.000')).toBe('10000')
    expect(plainIn(spanish, '65.010,50')).toBe('65010.50')
    expect(plainIn(russian, '62 126,28')).toBe('62126.28')
  })

  it('reads the decimal sign of the language as a decimal sign', () => {
    expect(plainIn(english, '10.000')).toBe('10.000')
    expect(plainIn(spanish, '1,250')).toBe('1.250')
    expect(plainIn(russian, '0,125')).toBe('0.125')
  })

  it('accepts every kind of space between groups', () => {
    for (const blank of [' ', '\u00a0', '\u2009', '\u202f', '\u2007'])
      for (const signs of [english, spanish, russian]) expect(plainIn(signs, `66${blank}126`)).toBe('66126')
    expect(plainIn(english, "66'126.5")).toBe('66126.5')
    expect(plainIn(spanish, '66’126,5')).toBe('66126.5')
  })

  it('accepts printed signs and the unit of the field', () => {
    expect(plainIn(english, '+255.9840')).toBe('255.9840')
    expect(plainIn(english, '−1.7521')).toBe('-1.7521')
    expect(plainIn(english, '1,234.5 USDT', 'USDT')).toBe('1234.5')
    expect(plainIn(english, '1,234.5 usdt', 'USDT')).toBe('1234.5')
    expect(plainIn(english, '1,234.5 USDT')).toBe('wrong')
    expect(plainIn(english, 'USDT', 'USDT')).toBe('wrong')
  })

  it('accepts the characters of Asian input methods', () => {
    expect(plainIn(english, '１０，０００．５')).toBe('10000.5')
    expect(plainIn(english, '12。5')).toBe('12.5')
    expect(plainIn(english, '๑๒๓')).toBe('123')
  })

  it('accepts unfinished decimals', () => {
    expect(plainIn(english, '5.')).toBe('5')
    expect(plainIn(english, '.5')).toBe('0.5')
    expect(plainIn(spanish, '5,')).toBe('5')
    expect(plainIn(english, '5,')).toBe('5')
    expect(plainIn(english, '007')).toBe('7')
  })

  it('reads a foreign notation that has one meaning', () => {
    expect(plainIn(english, '65.010,50')).toBe('65010.50')
    expect(plainIn(english, '1 000,5')).toBe('1000.5')
    expect(plainIn(spanish, '62,126.28')).toBe('62126.28')
    expect(plainIn(russian, '62126.28')).toBe('62126.28')
    expect(plainIn(russian, '62,126.28')).toBe('62126.28')
    expect(plainIn(spanish, '0.5')).toBe('0.5')
    expect(plainIn(english, '0,25')).toBe('0.25')
    expect(plainIn(english, '1,00,000')).toBe('100000')
  })

  it('returns both meanings of an ambiguous text', () => {
    expect(plainIn(english, '10,5')).toEqual(['10.5', '105'])
    expect(plainIn(english, '10,00')).toEqual(['10.00', '1000'])
    expect(plainIn(spanish, '65.01')).toEqual(['65.01', '6501'])
    expect(plainIn(spanish, '1234.5')).toEqual(['1234.5', '12345'])
    expect(plainIn(russian, '62.126')).toEqual(['62.126', '62126'])
    expect(plainIn(english, '−10,5')).toEqual(['-10.5', '-105'])
  })

  it('does not accept misplaced groups without confirmation', () => {
    expect(plainIn(english, '1,0000')).toEqual(['1.0000', '10000'])
    expect(plainIn(english, '1,000,00')).toEqual(['100000'])
    expect(plainIn(russian, '1 00')).toEqual(['100'])
  })

  it('suggests an abbreviated figure and does not accept it', () => {
    expect(plainIn(english, '191.4K')).toEqual(['191400'])
    expect(plainIn(spanish, '191,4K')).toEqual(['191400'])
    expect(plainIn(english, '1.234M')).toEqual(['1234000'])
  })

  it('rejects all other texts', () => {
    for (const text of [
      '1e3',
      'NaN',
      '0x10',
      '12%',
      '½',
      '10²',
      '1..2',
      '1,2.3,4',
      '--5',
      '5-',
      '.',
      ',',
      'ten',
    ])
      expect(plainIn(english, text), text).toBe('wrong')
    expect(plainIn(english, '100\t200')).toBe('wrong')
    expect(plainIn(english, '66,126.28\t0.5')).toBe('wrong')
  })

  it('reads a blank text as empty, which is not zero', () => {
    for (const text of ['', '  ', '\u00a0', '\u200b']) expect(plainIn(english, text)).toBe('empty')
    expect(plainIn(english, '0')).toBe('0')
  })

  it('reads back its own output, grouped and ungrouped', () => {
    const plain = fc
      .tuple(fc.bigInt(0n, 10n ** 15n), fc.stringMatching(/^\d{0,9}$/), fc.boolean())
      .map(
        ([whole, decimals, minus]) => `${minus ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`,
      )
    fc.assert(
      fc.property(plain, fc.constantFrom(english, spanish, russian), (text, signs) => {
        expect(plainIn(signs, groupNumber(text, signs))).toBe(text)
        expect(plainIn(signs, ungroupNumber(text, signs))).toBe(text)
      }),
    )
  })

  it('never throws and never changes the digits', () => {
    const text = fc.stringMatching(/^[0-9., '+\-−]{0,12}$/)
    const digitsOf = (digitsText: string): string => digitsText.replace(/\D/g, '').replace(/^0+/, '')
    fc.assert(
      fc.property(text, fc.constantFrom(english, spanish, russian), (typed, signs) => {
        const reading = readNumber(typed, signs)
        const readings =
          reading.kind === 'number' ? [reading.plain] : reading.kind === 'unclear' ? reading.readings : []
        for (const digitsText of readings) expect(digitsOf(digitsText)).toBe(digitsOf(typed))
      }),
      { numRuns: 2000 },
    )
  })
})
