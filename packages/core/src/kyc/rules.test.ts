import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeDocumentNumber, personText, trimKyc, validateKyc } from './rules.ts'

const good = { username: 'Ada Example', documentNumber: 'L01X-00T47', front: '/a', back: '/b' }

describe('what is handed in for an identity check', () => {
  it('is trimmed, and the first wrong field is named', () => {
    expect(trimKyc({ username: ' Ada ', documentNumber: '\tL01 ' })).toEqual({
      username: 'Ada',
      documentNumber: 'L01',
      front: '',
      back: '',
    })
    expect(validateKyc(good)).toBeNull()
    const wrong: readonly (readonly [Partial<typeof good>, string])[] = [
      [{ username: '' }, 'username'],
      [{ username: 'x'.repeat(101) }, 'username'],
      [{ username: 'Ada\u0000' }, 'username'],
      [{ documentNumber: 'L1' }, 'documentNumber'],
      [{ documentNumber: 'x'.repeat(41) }, 'documentNumber'],
      [{ documentNumber: 'L01/X' }, 'documentNumber'],
      [{ documentNumber: '- -' }, 'documentNumber'],
      [{ front: '' }, 'front'],
      [{ back: '' }, 'back'],
    ]
    for (const [change, field] of wrong) expect(validateKyc({ ...good, ...change }), field).toBe(field)
    for (const documentNumber of ['L01', 'x'.repeat(40), '身份证 123', '１２３'])
      expect(validateKyc({ ...good, documentNumber }), documentNumber).toBeNull()
  })
  it('names one person whatever the case, spaces and hyphens of the number', () => {
    expect(normalizeDocumentNumber('l01-x00 t47')).toBe('L01X00T47')
    expect(normalizeDocumentNumber('Ｌ０１')).toBe('L01')
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'ABZ019')),
        fc.array(fc.constantFrom('', ' ', '-', ' - ')),
        (letters, gaps) => {
          const written = letters.map((letter, at) => letter.toLowerCase() + (gaps[at] ?? '')).join('')
          expect(personText('DE', written)).toBe(`DE\n${letters.join('')}`)
        },
      ),
    )
    expect(personText('DE', 'L01')).not.toBe(personText('FR', 'L01'))
    expect(personText(null, 'L01')).toBe('\nL01')
  })
})
