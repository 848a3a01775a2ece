import { describe, expect, it } from 'vitest'
import { languages } from '../wire/languages.ts'
import { causeKinds, causeName, causeNames } from './causes.ts'

describe.each(languages)('the causes in %s', (lang) => {
  it('have a name for every kind that the ledger can keep, and no other', () => {
    expect(Object.keys(causeNames[lang]).toSorted()).toEqual([...causeKinds, 'unnamed'].toSorted())
  })
  it('never show a raw kind or an unfilled blank', () => {
    for (const kind of [...causeKinds, 'madeUp', 'toString', '']) {
      const name = causeName(kind, 8, lang)
      expect(name.trim()).not.toBe('')
      expect(name).not.toMatch(/[{}]|[a-z][A-Z]/)
      expect(name).not.toBe('8')
    }
  })
  it('say the id wherever English does', () => {
    for (const kind of causeKinds)
      expect(causeName(kind, 8, lang).includes('8')).toBe(causeName(kind, 8, 'en').includes('8'))
  })
  it('are written in that language', () => {
    if (lang === 'en') return
    for (const kind of causeKinds) expect(causeName(kind, 8, lang)).not.toBe(causeName(kind, 8, 'en'))
  })
})

it('names an order, a sample and what another version wrote', () => {
  expect(causeName('contractOpened', 8, 'en')).toBe('order 8')
  expect(causeName('practiceSample', 9, 'es')).toBe('ejemplo de práctica')
  expect(causeName('unknownKind', 12, 'en')).toBe('entry 12')
})
