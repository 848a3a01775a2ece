import { journal } from '@glasshouse/core/ledger/journal'
import { expect, it } from 'vitest'
import { journalKinds, kindNames, typesOfKind } from './kinds.ts'

it('every type of a customer’s journal belongs to exactly one kind', () => {
  const named = kindNames.flatMap((kind) => [...journalKinds[kind]])
  const ofCustomers = Object.keys(journal).filter((name) => name !== 'operatorCapital' && name !== 'rounding')
  expect(named.toSorted()).toEqual(ofCustomers.toSorted())
  expect(typesOfKind('options')).toBe('40,41,42')
})
