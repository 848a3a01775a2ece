import { describe, expect, it } from 'vitest'
import { pendingReasons, withdrawalMethods, withdrawalRejections, withdrawalStates } from './rules.ts'
import { withdrawalCalls, withdrawalStaffCalls } from './wire.ts'

const calls = { ...withdrawalCalls, ...withdrawalStaffCalls }
const accepts = (path: keyof typeof calls, body: Record<string, unknown>): boolean =>
  calls[path].request.safeParse(body).success

const request = { banktype: 3, price: '100', withdrawpsd: 'Withdraw1' }

describe('the form of a withdrawal', () => {
  it('has a well-formed amount as text, whole or not', () => {
    for (const price of ['0', '1', '100', '100.0', '200.5', '0.00000001', '999999999999999', '007'])
      expect(accepts('/api/pay/withdraw', { ...request, price }), price).toBe(true)
    for (const price of [
      ...['', ' ', '-1', '+1', '1e3', '1.', '.5', '1.2.3', 'NaN', '1,5', '0x1', '１００', '٣', '1e309'],
      ...['1000000000000000', '1.000000001', '100 ', ' 100', '1_000', 'Infinity', '\u200b1'],
    ])
      expect(accepts('/api/pay/withdraw', { ...request, price }), price).toBe(false)
    for (const price of [100, null, true, undefined, ['100'], {}])
      expect(accepts('/api/pay/withdraw', { ...request, price }), String(price)).toBe(false)
  })

  it('names a bank (1) or a digital wallet (3), and one of two networks or none', () => {
    for (const banktype of [1, 3, '1', '3'])
      expect(accepts('/api/pay/withdraw', { ...request, banktype })).toBe(true)
    for (const banktype of [0, 2, 4, '', 'bank', 1.5, -1, null])
      expect(accepts('/api/pay/withdraw', { ...request, banktype }), String(banktype)).toBe(false)
    for (const type of [1001, 1002, '1001', undefined])
      expect(accepts('/api/pay/withdraw', { ...request, type }), String(type)).toBe(true)
    for (const type of [0, 1000, 1003, 'TRC20', null])
      expect(accepts('/api/pay/withdraw', { ...request, type }), String(type)).toBe(false)
  })

  it('has a note of at most 200 characters, a password, and nothing else', () => {
    expect(accepts('/api/pay/withdraw', { ...request, userremark: 'x'.repeat(200) })).toBe(true)
    expect(accepts('/api/pay/withdraw', { ...request, userremark: 'x'.repeat(201) })).toBe(false)
    const { withdrawpsd: _, ...without } = request
    expect(accepts('/api/pay/withdraw', without)).toBe(false)
    for (const foreign of ['uid', 'fee', 'tax', 'net', 'address', 'state', 'amount'])
      expect(accepts('/api/pay/withdraw', { ...request, [foreign]: '1' }), foreign).toBe(false)
  })

  it('is quoted without an amount and without a password', () => {
    expect(accepts('/api/pay/withdrawQuote', { banktype: 1 })).toBe(true)
    expect(accepts('/api/pay/withdrawQuote', request)).toBe(false)
    const parsed = withdrawalCalls['/api/pay/withdrawQuote'].request.parse({ banktype: 1 })
    expect(parsed.price).toBe('0')
  })
})

it('an id is a positive whole number', () => {
  for (const path of [
    '/api/pay/withdrawStatus',
    '/api/pay/cancelWithdraw',
    '/staff/api/withdrawBatch',
  ] as const) {
    for (const id of [1, '1', 999_999_999_999, '999999999999999'])
      expect(accepts(path, { id }), `${path} ${id}`).toBe(true)
    for (const id of [0, -1, 1.5, '', '1 ', '1e3', 'x', null, undefined, '1 or 1=1', Number.NaN])
      expect(accepts(path, { id }), `${path} ${String(id)}`).toBe(false)
  }
})

describe('staff', () => {
  it('hold with a reason of the closed list', () => {
    for (const reason of pendingReasons)
      expect(accepts('/staff/api/withdrawHold', { id: 1, reason }), reason).toBe(true)
    for (const reason of ['', 'sanctions', 'Legal_order', 'other', null])
      expect(accepts('/staff/api/withdrawHold', { id: 1, reason }), String(reason)).toBe(false)
    const hold = { id: 1, reason: 'legal_order', remark: 'x'.repeat(500), reference: 'x'.repeat(100) }
    expect(accepts('/staff/api/withdrawHold', hold)).toBe(true)
    expect(accepts('/staff/api/withdrawHold', { ...hold, remark: 'x'.repeat(501) })).toBe(false)
    expect(accepts('/staff/api/withdrawHold', { ...hold, reference: 'x'.repeat(101) })).toBe(false)
    // No call moves the end of a hold or the deadline.
    for (const foreign of ['until', 'deadline', 'days', 'untilMs'])
      expect(accepts('/staff/api/withdrawHold', { ...hold, [foreign]: 9 }), foreign).toBe(false)
  })

  it('fail with a reason of the closed list and a text', () => {
    for (const reason of withdrawalRejections)
      expect(accepts('/staff/api/withdrawFail', { id: 1, reason, remark: 'x' }), reason).toBe(true)
    for (const reason of ['', 'amount_review', 'tax_unpaid', null])
      expect(accepts('/staff/api/withdrawFail', { id: 1, reason, remark: 'x' }), String(reason)).toBe(false)
    expect(accepts('/staff/api/withdrawFail', { id: 1, reason: 'sanctions' })).toBe(false)
  })

  it('export one way as CSV or JSON lines, never a selection', () => {
    for (const way of withdrawalMethods)
      for (const format of ['csv', 'jsonl', undefined])
        expect(accepts('/staff/api/withdrawExport', { way, format }), `${way} ${format}`).toBe(true)
    for (const body of [{}, { way: 'btc' }, { way: '1001', format: 'xlsx' }, { way: '1001', ids: '1,2' }])
      expect(accepts('/staff/api/withdrawExport', body), JSON.stringify(body)).toBe(false)
  })

  it('of every call are managers', () => {
    for (const [path, call] of Object.entries(withdrawalStaffCalls))
      expect([path, call.audience, call.requiredRole]).toEqual([path, 'staff', 'manager'])
  })
})

it('asking for money needs the withdrawal password and no API key; taking it back works while locked', () => {
  const { '/api/pay/withdraw': ask, '/api/pay/cancelWithdraw': back } = withdrawalCalls
  expect([ask.restricted, ask.apiKeyScope, ask.stepUp]).toEqual(['refused', 'none', 'withSecondFactor'])
  expect(ask.checkedPasswords).toEqual(['withdrawpsd'])
  expect([back.restricted, back.apiKeyScope]).toEqual(['allowed', 'none'])
  for (const path of [
    '/api/pay/withdrawQuote',
    '/api/pay/withdrawStatus',
    '/api/pay/withdrawalList',
  ] as const)
    expect([withdrawalCalls[path].restricted, withdrawalCalls[path].apiKeyScope]).toEqual(['allowed', 'read'])
})

it('the closed lists are those of the specification', () => {
  expect(pendingReasons).toEqual([
    'new_address',
    'changed_password',
    'amount_review',
    'network_congestion',
    'legal_order',
  ])
  expect(withdrawalRejections).toEqual([
    'bad_address',
    'name_mismatch',
    'sanctions',
    'legal_order',
    'fraud_suspected',
  ])
  expect(withdrawalStates).toHaveLength(6)
})
