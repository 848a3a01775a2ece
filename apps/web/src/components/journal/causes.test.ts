import { causeKinds } from '@glasshouse/core/ledger/causes'
import { expect, it } from 'vitest'
import { causeOf } from './causes.ts'

it.each([
  ['contractOpened', 'contract'],
  ['contractRevoked', 'contract'],
  ['optionSettled', 'option'],
  ['coinSold', 'sale'],
  ['subscriptionPaid', 'payment'],
])('opens the receipt of a line of %s', (refkind, kind) => {
  expect(causeOf({ refkind, refid: 7 })).toEqual({ kind, id: 7 })
})
it('is null for causes without a price and for unknown kinds', () => {
  const withReceipt = causeKinds.filter((refkind) => causeOf({ refkind, refid: 7 }) !== null)
  expect(withReceipt.toSorted()).toEqual([
    'coinSold',
    'contractAmended',
    'contractClosed',
    'contractOpened',
    'contractPlaced',
    'contractRevoked',
    'optionPlaced',
    'optionSettled',
    'subscriptionPaid',
  ])
  for (const refkind of ['toString', 'madeUp', '']) expect(causeOf({ refkind, refid: 7 })).toBeNull()
})
