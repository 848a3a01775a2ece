import { journal } from '@glasshouse/core/ledger/journal'
import { expect, it } from 'vitest'
import { journalKinds, kindNames, typesOfKind } from './kinds.ts'

/** Types of transactions that no customer takes part in. */
const ofHouse = new Set(['operatorCapital', 'rounding', 'houseLevelled'])

it('every type of a customer’s journal belongs to exactly one kind', () => {
  const named = kindNames.flatMap((kind) => [...journalKinds[kind]])
  const ofCustomers = Object.keys(journal).filter((name) => !ofHouse.has(name))
  expect(named.toSorted()).toEqual(ofCustomers.toSorted())
  expect(typesOfKind('options')).toBe('40,41,42')
})
