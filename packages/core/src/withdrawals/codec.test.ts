import { describe, expect, it } from 'vitest'
import { usdt } from '../money/units.ts'
import { quoteWithdrawalFromWire, requestWithdrawalFromWire, stateToWire } from './codec.ts'
import { isFundsHeld, withdrawalStates } from './rules.ts'

it('numbers every state whose funds are held 0, and the final ones apart', () => {
  expect(withdrawalStates.map(stateToWire)).toEqual([0, 0, 0, 1, 2, 3])
  for (const state of withdrawalStates) expect(isFundsHeld(state)).toBe(stateToWire(state) === 0)
})

describe('a request', () => {
  const method = (banktype: 1 | 3, type?: 1001 | 1002) =>
    quoteWithdrawalFromWire({ banktype, type, price: '1' }).method
  it('names the bank, a network, or any network with a stored address', () => {
    expect([method(1), method(1, 1001), method(3), method(3, 1001), method(3, 1002)]).toEqual([
      'bank',
      'bank',
      'digital',
      '1001',
      '1002',
    ])
  })
  it('has an amount only if its text is whole USDT', () => {
    const amount = (price: string) => quoteWithdrawalFromWire({ banktype: 1, price }).amount
    expect([amount('100'), amount('100.0'), amount('0.5')]).toEqual([usdt('100'), null, null])
  })
  it('carries note and password', () => {
    const body = { banktype: 1, price: '20', userremark: ' rent ', withdrawpsd: 'Demo123!' } as const
    expect(requestWithdrawalFromWire(body)).toEqual({
      method: 'bank',
      amount: usdt('20'),
      note: ' rent ',
      withdrawPassword: 'Demo123!',
    })
  })
})
