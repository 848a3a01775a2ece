import { expect, it } from 'vitest'
import { causeOf, hasReceipt } from './causes.ts'

it.each([
  ['contractOpened', 'contract'],
  ['contractRevoked', 'contract'],
  ['optionSettled', 'option'],
  ['deposit', 'deposit'],
  ['withdrawalRejected', 'withdrawal'],
  ['coinSold', 'sale'],
  ['walletTransfer', 'wallets'],
])('knows what a line of %s leads to', (refkind, kind) => {
  expect(causeOf({ refkind, refid: 7 })).toEqual({ kind, id: 7 })
})
it('leads nowhere rather than to a wrong place', () => {
  expect(causeOf({ refkind: 'practiceSample', refid: 7 })).toBeNull()
  expect(causeOf({ refkind: 'toString', refid: 7 })).toBeNull()
})
it('opens a receipt for what a price decided, and for nothing else', () => {
  for (const kind of ['contract', 'option', 'sale'] as const) expect(hasReceipt({ kind, id: 7 })).toBe(true)
  for (const kind of ['deposit', 'withdrawal', 'wallets'] as const)
    expect(hasReceipt({ kind, id: 7 })).toBe(false)
})
