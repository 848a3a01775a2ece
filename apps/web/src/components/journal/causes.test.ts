import { causeKinds } from '@glasshouse/core/ledger/causes'
import { expect, it } from 'vitest'
import { causeOf } from './causes.ts'

const receiptOf = (kind: string) => causeOf({ cause: { kind, id: 7 } })

it.each([
  ['contractOpened', 'contract'],
  ['contractRevoked', 'contract'],
  ['optionSettled', 'option'],
  ['coinSold', 'sale'],
  ['subscriptionPaid', 'payment'],
])('opens the receipt of a line of %s', (causeKind, kind) => {
  expect(receiptOf(causeKind)).toEqual({ kind, id: 7 })
})
it('is null for causes without a price and for unknown kinds', () => {
  const withReceipt = causeKinds.filter((kind) => receiptOf(kind) !== null)
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
  for (const kind of ['toString', 'madeUp', '']) expect(receiptOf(kind)).toBeNull()
})
