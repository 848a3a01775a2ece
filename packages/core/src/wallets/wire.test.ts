import { describe, expect, it } from 'vitest'
import { walletCalls } from './wire.ts'

const accepts = (path: keyof typeof walletCalls, body: Record<string, unknown>): boolean =>
  walletCalls[path].request.safeParse(body).success

const malformed = [
  ...['', ' ', '-1', '+1', '1e3', '1e309', '1.', '.5', '1.2.3', 'NaN', 'Infinity', '1,5', '0x1', '1 '],
  ...['１００', '٣', '1000000000000000', '1.000000001', 1, 0.5, null, true, [], {}],
]

describe('an amount', () => {
  it.each([
    ['/api/user/walletTransfer', 'transfervalue', { type: 1, typeReverse: 1 }],
    ['/api/user/transferBalance', 'number', { walletId: 1 }],
    ['/api/user/internalTransfer', 'price', { accountType: 3, toAccount: '10002', withdrawpsd: 'x' }],
  ] as const)(
    'of %s is a decimal text of at most eight decimals; zero is well-formed',
    (path, field, rest) => {
      for (const amount of ['0', '0.00000000', '1', '999999999999999.99999999', '007'])
        expect(accepts(path, { ...rest, [field]: amount }), amount).toBe(true)
      for (const amount of malformed)
        expect(accepts(path, { ...rest, [field]: amount }), JSON.stringify(amount)).toBe(false)
      expect(accepts(path, rest)).toBe(false)
      expect(accepts(path, { ...rest, [field]: '1', uid: '10001' })).toBe(false)
    },
  )
})

it('a transfer names two wallets by one of twelve codes', () => {
  let codes = 0
  for (const type of [0, 1, 2, 3, 4, 5, 6, 7])
    for (const typeReverse of [0, 1, 2, 3])
      codes += accepts('/api/user/walletTransfer', { type, typeReverse, transfervalue: '1' }) ? 1 : 0
  expect(codes).toBe(12)
  for (const [type, typeReverse] of [
    ['1', '2'],
    [6, 1],
  ])
    expect(accepts('/api/user/walletTransfer', { type, typeReverse, transfervalue: '1' })).toBe(true)
  for (const type of ['1.0', ' 1', null, [1], 1.5])
    expect(accepts('/api/user/walletTransfer', { type, typeReverse: 1, transfervalue: '1' })).toBe(false)
})

it('a recipient is named by phone, e-mail or uid, in at most 254 characters', () => {
  for (const path of ['/api/user/transferRecipient', '/api/user/internalTransfer'] as const) {
    const rest = path === '/api/user/internalTransfer' ? { price: '1', withdrawpsd: 'x' } : {}
    for (const accountType of [1, 2, 3])
      expect(accepts(path, { ...rest, accountType, toAccount: 'x'.repeat(254) })).toBe(true)
    expect(accepts(path, { ...rest, accountType: 3, toAccount: 'x'.repeat(255) })).toBe(false)
    for (const accountType of [0, 4, 'phone', null])
      expect(accepts(path, { ...rest, accountType, toAccount: 'x' }), String(accountType)).toBe(false)
  }
})

it('a row of coins is a whole number below two thousand millions', () => {
  for (const walletId of [0, 1, 1_999_999_999, '7'])
    expect(accepts('/api/user/transferBalance', { number: '1', walletId }), String(walletId)).toBe(true)
  for (const walletId of [-1, 2_000_000_000, 1.5, 'x', null])
    expect(accepts('/api/user/transferBalance', { number: '1', walletId }), String(walletId)).toBe(false)
})

it('a receipt is of a positive number', () => {
  for (const [id, isValid] of [
    [1, true],
    ['9', true],
    [0, false],
    [-1, false],
    ['1 or 1=1', false],
  ] as const)
    expect(accepts('/api/user/exchangeReceipt', { id }), String(id)).toBe(isValid)
})

it('a locked customer reads and moves nothing; an API key trades inside the account and never sends', () => {
  const scopes = Object.entries(walletCalls).map(([path, call]) => [
    path.replace('/api/user/', ''),
    call.restricted,
    call.apiKeyScope,
  ])
  expect(scopes).toEqual([
    ['getuserinfo', 'allowed', 'read'],
    ['userInfo', 'allowed', 'read'],
    ['wallet', 'allowed', 'read'],
    ['coinWallet', 'allowed', 'read'],
    ['transferBalance', 'refused', 'trade'],
    ['exchangeReceipt', 'allowed', 'read'],
    ['walletTransfer', 'refused', 'trade'],
    ['transferRecipient', 'refused', 'none'],
    ['internalTransfer', 'refused', 'none'],
  ])
  const { stepUp, checkedPasswords } = walletCalls['/api/user/internalTransfer']
  expect([stepUp, checkedPasswords]).toEqual(['withSecondFactor', ['withdrawpsd']])
})
