import { describe, expect, it } from 'vitest'
import { languages } from '../wire/languages.ts'
import { causeKinds, causeName, causeNames } from './causes.ts'

describe.each(languages)('cause names in %s', (lang) => {
  it('exist for every kind that the ledger stores, and no other', () => {
    expect(Object.keys(causeNames[lang]).toSorted()).toEqual([...causeKinds, 'unnamed'].toSorted())
  })
  it('never show a raw kind or an unfilled placeholder', () => {
    for (const kind of [...causeKinds, 'madeUp', 'toString', '']) {
      const name = causeName(kind, 8, lang)
      expect(name.trim()).not.toBe('')
      expect(name).not.toMatch(/[{}]|[a-z][A-Z]/)
      expect(name).not.toBe('8')
    }
  })
  it('contain the id wherever English does', () => {
    for (const kind of causeKinds)
      expect(causeName(kind, 8, lang).includes('8')).toBe(causeName(kind, 8, 'en').includes('8'))
  })
  it('are written in that language', () => {
    if (lang === 'en') return
    for (const kind of causeKinds) expect(causeName(kind, 8, lang)).not.toBe(causeName(kind, 8, 'en'))
  })
})

it('names referral income by its own number, not by the client', () => {
  expect(causeName('referralPaid', 3, 'en')).toBe('referral income 3')
  expect(causeName('referralFirstPaid', 4, 'en')).toBe('first purchase income 4')
})

it('names rewards by what earned them', () => {
  expect(causeName('signInReward', 5, 'en')).toBe('sign-in 5')
  expect(causeName('taskReward', 6, 'en')).toBe('task 6')
})

it('formats an order, a practice sample and a kind of another version', () => {
  expect(causeName('contractOpened', 8, 'en')).toBe('order 8')
  expect(causeName('practiceSample', 9, 'es')).toBe('ejemplo de práctica')
  expect(causeName('unknownKind', 12, 'en')).toBe('entry 12')
})
