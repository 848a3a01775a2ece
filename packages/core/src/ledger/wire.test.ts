import { describe, expect, it } from 'vitest'
import { journalCalls, ledgerReport } from './wire.ts'

const accepts = (path: keyof typeof journalCalls, body: Record<string, unknown>): boolean =>
  journalCalls[path].request.safeParse(body).success

describe('the types of a request', () => {
  it('are a comma list of at most forty numbers of four digits; unknown ones are well-formed', () => {
    const forty = Array.from({ length: 40 }, (_, at) => at).join(',')
    for (const types of ['', '5', '5,8', 5, '9999', forty, '1,1,1'])
      expect(accepts('/api/user/priceLog', { types }), String(types)).toBe(true)
    for (const types of [
      '5,',
      ',5',
      '5;8',
      '-1',
      '1e3',
      'x',
      '10000',
      '5, 8',
      '١',
      `${forty},1`,
      null,
      {},
      1.5,
      -1,
    ])
      expect(accepts('/api/user/priceLog', { types }), JSON.stringify(types)).toBe(false)
  })

  it('of a sum must be given', () => {
    expect(accepts('/api/user/cashFlowTotalMoney', {})).toBe(false)
    expect(accepts('/api/user/cashFlowTotalMoney', { types: '' })).toBe(true)
    expect(accepts('/api/user/cashFlowTotalMoney', { types: '2,4', uid: '1' })).toBe(false)
  })
})

it('a journal is of a closed set of wallets and sorted by a closed set of columns', () => {
  for (const wallet of ['wallet', 'contract', 'contract2', 'coin', 'bonus', 'experience', undefined])
    expect(accepts('/api/user/priceLog', { wallet }), String(wallet)).toBe(true)
  for (const wallet of ['withdrawal', 'contractMargin', '', 'house', null])
    expect(accepts('/api/user/priceLog', { wallet }), String(wallet)).toBe(false)
  for (const orderByColumn of ['createtime', 'id', 'time'])
    expect(accepts('/api/user/priceLog', { orderByColumn })).toBe(true)
  for (const orderByColumn of ['money', 'balance', 'id desc', "id'--"])
    expect(accepts('/api/user/priceLog', { orderByColumn }), orderByColumn).toBe(false)
  for (const [existsType, isValid] of [
    [1, true],
    [2, true],
    [0, false],
    [3, false],
    ['', false],
  ] as const)
    expect(accepts('/api/user/priceLog', { existsType }), String(existsType)).toBe(isValid)
})

it('a page is from 1 and of 1 to 100 lines', () => {
  for (const path of ['/api/user/priceLog', '/api/user/balanceTrail'] as const) {
    const rest = path === '/api/user/balanceTrail' ? { wallet: 'contract' } : {}
    for (const [pageNum, pageSize, isValid] of [
      [1, 1, true],
      [1, 100, true],
      [2, 50, true],
      [0, 10, false],
      [-1, 10, false],
      [1, 0, false],
      [1, 101, false],
      [1.5, 10, false],
      [1, '10 ', false],
      // A list has an empty page there; the trail, whose entries add up, has an end.
      [Number.MAX_SAFE_INTEGER, 10, path === '/api/user/priceLog'],
    ] as const)
      expect(accepts(path, { ...rest, pageNum, pageSize }), `${path} ${pageNum} ${pageSize}`).toBe(isValid)
  }
})

it('the trail of a balance is of a wallet or a hold, never of an account of the operator', () => {
  for (const wallet of [
    'wallet',
    'contract2',
    'bonus',
    'optionStake',
    'principal',
    'experiencePrincipal',
    'withdrawal',
  ])
    expect(accepts('/api/user/balanceTrail', { wallet }), wallet).toBe(true)
  for (const wallet of ['trading', 'fees', 'contractMargin', '', undefined, 'wallet/USDT'])
    expect(accepts('/api/user/balanceTrail', { wallet }), String(wallet)).toBe(false)
  expect(accepts('/api/user/balanceTrail', { wallet: 'wallet', uid: 10_001 })).toBe(false)
  expect(accepts('/api/user/balanceTrail', { wallet: 'wallet', asset: 'x'.repeat(17) })).toBe(false)
})

it('a statement has two days, a format and a subject of closed sets', () => {
  const form = { from: '20260601', to: '20260630', format: 'csv' }
  for (const format of ['csv', 'pdf']) expect(accepts('/api/user/statement', { ...form, format })).toBe(true)
  for (const format of ['xlsx', '', 'CSV', undefined])
    expect(accepts('/api/user/statement', { ...form, format }), String(format)).toBe(false)
  for (const about of ['account', 'referral', 'subscription', undefined])
    expect(accepts('/api/user/statement', { ...form, about })).toBe(true)
  expect(accepts('/api/user/statement', { ...form, about: 'house' })).toBe(false)
  expect(accepts('/api/user/statement', { ...form, from: '2026-06-01' })).toBe(false)
  expect(accepts('/api/user/statement', { ...form, uid: 1 })).toBe(false)
})

it('all of it is read with a session, a restricted one too, or an API key that reads', () => {
  for (const [path, call] of Object.entries(journalCalls))
    expect([path, call.audience, call.restricted, call.apiKeyScope, 'changes' in call]).toEqual([
      path,
      'user',
      'allowed',
      'read',
      false,
    ])
})

it('a report says of each invariant whether it holds, by how many rows not, and some of them', () => {
  const report = { balanced: true, at: 1, invariants: [{ name: 'x', holds: true, broken: 0, examples: [] }] }
  expect(ledgerReport.safeParse(report).success).toBe(true)
  for (const change of [
    { balanced: 'yes' },
    { at: 1.5 },
    { invariants: [{ name: 'x', holds: true, broken: '0', examples: [] }] },
    { invariants: [{ name: 'x', holds: true, broken: 0 }] },
    { invariants: {} },
  ])
    expect(ledgerReport.safeParse({ ...report, ...change }).success, JSON.stringify(change)).toBe(false)
})
