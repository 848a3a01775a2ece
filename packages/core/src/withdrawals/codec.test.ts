import { describe, expect, it } from 'vitest'
import { usdt } from '../money/units.ts'
import {
  listWithdrawalsFromWire,
  quoteWithdrawalFromWire,
  requestWithdrawalFromWire,
  stateToWire,
  type WithdrawalView,
  withdrawalToWire,
} from './codec.ts'
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

describe('a list', () => {
  const page = { pageNum: 3, pageSize: 20, isAsc: 'asc' } as const
  it('is sorted by its time unless the id is named', () => {
    const query = { offset: 40, limit: 20, direction: 'asc' }
    expect(listWithdrawalsFromWire({ ...page, orderByColumn: 'bptime' })).toEqual({
      ...query,
      orderBy: 'created',
    })
    expect(listWithdrawalsFromWire({ ...page, orderByColumn: 'id' })).toEqual({ ...query, orderBy: 'id' })
  })

  const largest = (10n ** 23n - 1n) as WithdrawalView['amount']
  const view: WithdrawalView = {
    id: 7,
    state: 'waiting',
    createdMs: 1,
    deadlineMs: 86_400_001,
    amount: largest,
    fee: 1n as WithdrawalView['fee'],
    net: (largest - 1n) as WithdrawalView['net'],
    method: '1001',
    destination: '0x5aAe…BeAed',
    note: '',
    rejection: null,
    proof: null,
  }
  it('writes the largest and the smallest amount to the digit', () => {
    expect(withdrawalToWire(view)).toEqual({
      id: 7,
      isverified: 0,
      state: 'waiting',
      bptime: 1,
      bpbalance: '999999999999999.99999999',
      bpprice: '999999999999999.99999999',
      tax: '0.00000001',
      net: '999999999999999.99999998',
      remarks: '',
      rejection: null,
      name_en: 'ERC20',
      destination: '0x5aAe…BeAed',
      deadline: 86_400_001,
    })
  })

  it('shows a hash only once there is one, and why it was rejected', () => {
    expect(withdrawalToWire(view)).not.toHaveProperty('txhash')
    const sent = withdrawalToWire({ ...view, state: 'sent', proof: 'REF-1', method: 'bank' })
    expect(sent).toMatchObject({ isverified: 1, txhash: 'REF-1', name_en: 'Bank account' })
    const rejected = withdrawalToWire({ ...view, state: 'rejected', rejection: 'sanctions', note: 'No.' })
    expect(rejected).toMatchObject({ isverified: 2, rejection: 'sanctions', remarks: 'No.' })
    expect(withdrawalToWire({ ...view, state: 'cancelled' }).isverified).toBe(3)
  })
})
