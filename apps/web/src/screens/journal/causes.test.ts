import { expect, it } from 'vitest'
import { causeOf } from './causes.ts'

it.each([
  ['contractOpened', 'contract'],
  ['contractRevoked', 'contract'],
  ['optionSettled', 'option'],
  ['deposit', 'deposit'],
  ['withdrawalRejected', 'withdrawal'],
  ['coinSold', 'wallets'],
])('knows what a line of %s leads to', (refkind, kind) => {
  expect(causeOf({ refkind, refid: 7 })).toEqual({ kind, id: 7 })
})
it('leads nowhere rather than to a wrong place', () => {
  expect(causeOf({ refkind: 'practiceSample', refid: 7 })).toBeNull()
  expect(causeOf({ refkind: 'toString', refid: 7 })).toBeNull()
})
