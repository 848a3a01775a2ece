import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../wire/languages.ts'
import { journal } from './journal.ts'
import { journalNames, journalTypeName } from './names.ts'
import {
  accountsOfSource,
  counterpartyTypes,
  type JournalFilter,
  journalFilter,
  trailSources,
} from './wallets.ts'

const types = Object.values(journal)
const shows = ({ kind, types: named }: JournalFilter, type: number): boolean =>
  named.includes(type) === (kind === 'only')

describe('the journal filter', () => {
  it('selects what its fields say, for every type', () => {
    const typeLists = fc.uniqueArray(fc.constantFrom(...types))
    fc.assert(
      fc.property(
        fc.constantFrom('only' as const, 'except' as const),
        typeLists,
        fc.boolean(),
        (kind, selected, ownOnly) => {
          const filter = journalFilter(kind, selected, ownOnly)
          for (const type of types) {
            const isSelected = selected.length === 0 || selected.includes(type) === (kind === 'only')
            const isOwn = !ownOnly || !counterpartyTypes.includes(type)
            expect(shows(filter, type)).toBe(isSelected && isOwn)
          }
        },
      ),
    )
  })
})

describe('the parts of a filter', () => {
  it('select only the given types or all others', () => {
    expect(journalFilter('only', [30, 6], false)).toEqual({ kind: 'only', types: [30, 6] })
    expect(journalFilter('only', [30, 6], true)).toEqual({ kind: 'only', types: [30] })
    expect(journalFilter('except', [30, 32], false)).toEqual({ kind: 'except', types: [30, 32] })
    expect(journalFilter('only', [], false)).toEqual({ kind: 'except', types: [] })
    expect(journalFilter('except', [30, 6], true)).toEqual({
      kind: 'except',
      types: [30, 6, 7, 10, 11, 16, 17, 18, 19],
    })
  })
})

describe('the names of journal entries', () => {
  it('exist in every language, each different from the others', () => {
    for (const lang of languages) {
      const names = types.map((type) => journalTypeName(type, lang))
      expect(names.every((name) => name.trim() !== '')).toBe(true)
      expect(new Set(names).size).toBe(types.length)
      expect(Object.keys(journalNames[lang])).toHaveLength(types.length)
    }
    expect(journalTypeName(5, 'en')).toBe('Wallet transfer')
    expect(() => journalTypeName(77, 'en')).toThrow('77')
  })
})

it('every account of a customer belongs to exactly one source', () => {
  const parts = trailSources.flatMap(accountsOfSource)
  expect(new Set(parts).size).toBe(parts.length)
  expect(parts).toHaveLength(14)
  expect(accountsOfSource('contract')).toEqual(['contract', 'contractMargin', 'contractHold'])
  expect(accountsOfSource('contract2')).toEqual(['contract2', 'contract2Margin', 'contract2Hold'])
  expect(accountsOfSource('wallet')).toEqual(['wallet'])
})
