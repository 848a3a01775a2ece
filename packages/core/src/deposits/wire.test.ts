import { describe, expect, it } from 'vitest'
import { usdt } from '../money/units.ts'
import { chainStatuses } from './chainStatus.ts'
import { depositCalls, depositStaffCalls } from './wire.ts'

const calls = { ...depositCalls, ...depositStaffCalls }
const accepts = (path: keyof typeof calls, body: Record<string, unknown>): boolean =>
  calls[path].request.safeParse(body).success

/** Amounts of the specification that are no amounts, for every field that takes one. */
const malformed = [
  ...['', ' ', '-1', '+1', '1e3', '1e309', '1.', '.5', '1.2.3', 'NaN', 'Infinity', '1,5', '0x1'],
  ...['１００', '٣', '1000000000000000', '1.000000001', ' 1', '1 ', '1_000', 1, null, true, [], {}],
]
const wellFormed = ['0', '0.0', '1', '999999999999999.99999999', '007.5']

describe('an online deposit', () => {
  const form = { action: 'sandbox', money: '1000' }
  it('names a channel and an amount; zero is well-formed', () => {
    for (const money of wellFormed) expect(accepts('/api/pay/pay', { ...form, money }), money).toBe(true)
    for (const money of malformed)
      expect(accepts('/api/pay/pay', { ...form, money }), JSON.stringify(money)).toBe(false)
    expect(accepts('/api/pay/pay', { money: '1' })).toBe(false)
    expect(accepts('/api/pay/pay', { ...form, action: 'x'.repeat(32) })).toBe(true)
    expect(accepts('/api/pay/pay', { ...form, action: 'x'.repeat(33) })).toBe(false)
  })

  it('takes the field of the newbie task and no other', () => {
    expect(accepts('/api/pay/pay', { ...form, comenewtask: '1' })).toBe(true)
    for (const foreign of ['uid', 'rate', 'credited', 'url', 'status'])
      expect(accepts('/api/pay/pay', { ...form, [foreign]: '1' }), foreign).toBe(false)
  })
})

describe('a reported transfer', () => {
  const form = { type: 1001, money: '500', hash: `0x${'5b'.repeat(32)}` }
  it('has a network, an amount and a hash', () => {
    expect(accepts('/api/pay/payDigital', form)).toBe(true)
    for (const type of [1000, 1003, 0, 'ERC20', null])
      expect(accepts('/api/pay/payDigital', { ...form, type }), String(type)).toBe(false)
    for (const money of malformed)
      expect(accepts('/api/pay/payDigital', { ...form, money }), JSON.stringify(money)).toBe(false)
    for (const field of ['type', 'money', 'hash'] as const) {
      const { [field]: _, ...without } = form
      expect(accepts('/api/pay/payDigital', without), field).toBe(false)
    }
  })

  it.each([
    ['hash', 200],
    ['url', 500],
    ['payaddress', 100],
    ['onlinepaytype', 32],
    ['param', 200],
  ])('has %s of at most %i characters', (field, longest) => {
    expect(accepts('/api/pay/payDigital', { ...form, [field]: 'x'.repeat(longest) })).toBe(true)
    expect(accepts('/api/pay/payDigital', { ...form, [field]: 'x'.repeat(longest + 1) })).toBe(false)
  })

  it('has a displayed price that is a decimal or empty, although it decides nothing', () => {
    for (const price of ['', '0', '1000.50', '999999999999999.99999999'])
      expect(accepts('/api/pay/payDigital', { ...form, price }), price).toBe(true)
    for (const price of ['x', '-1', '1.', '1.000000001', '1e3', '１'])
      expect(accepts('/api/pay/payDigital', { ...form, price }), price).toBe(false)
  })

  it('cannot say what arrived, who received it or that it is confirmed', () => {
    for (const foreign of ['arrived', 'credited', 'finding', 'confirmations', 'paidTo', 'recipient', 'uid'])
      expect(accepts('/api/pay/payDigital', { ...form, [foreign]: '1' }), foreign).toBe(false)
  })
})

it('a list takes one of three states or none, and sorts by a closed set', () => {
  for (const status of [0, 1, 2, '0', undefined])
    expect(accepts('/api/pay/myPay', { status }), String(status)).toBe(true)
  for (const status of [3, -1, 'wait', null, ''])
    expect(accepts('/api/pay/myPay', { status }), String(status)).toBe(false)
  for (const orderByColumn of ['creatTime', 'id'])
    expect(accepts('/api/pay/myPay', { orderByColumn })).toBe(true)
  for (const orderByColumn of ['amount', 'creatTime desc', 'id;drop table', ''])
    expect(accepts('/api/pay/myPay', { orderByColumn }), orderByColumn).toBe(false)
  for (const pageSize of [1, 100]) expect(accepts('/api/pay/myPay', { pageSize })).toBe(true)
  for (const pageSize of [0, 101, -1, 1.5])
    expect(accepts('/api/pay/myPay', { pageSize }), String(pageSize)).toBe(false)
  for (const isAsc of ['asc', 'desc']) expect(accepts('/api/pay/myPay', { isAsc })).toBe(true)
  expect(accepts('/api/pay/myPay', { isAsc: 'up' })).toBe(false)
})

it('a bonus is claimed without a word about its amount', () => {
  expect(accepts('/api/pay/claimBonus', {})).toBe(true)
  for (const foreign of ['bonus', 'money', 'uid', 'depositId'])
    expect(accepts('/api/pay/claimBonus', { [foreign]: '1' }), foreign).toBe(false)
})

describe('a channel', () => {
  const form = {
    code: 'sandbox',
    name: 'Practice gateway',
    adapter: 'sandbox',
    minprice: '10',
    maxprice: '50000',
    options: '100,500',
    on: 1,
    place: 1,
  }
  it('is saved with limits as amounts, an adapter of the closed set and a switch', () => {
    expect(accepts('/staff/api/payChannelSave', form)).toBe(true)
    for (const money of malformed)
      for (const field of ['minprice', 'maxprice'])
        expect(accepts('/staff/api/payChannelSave', { ...form, [field]: money }), JSON.stringify(money)).toBe(
          false,
        )
    for (const change of [
      { adapter: 'paypal' },
      { adapter: '' },
      { on: 2 },
      { on: true },
      { place: 1001 },
      { place: -1 },
      { code: 'x'.repeat(33) },
      { name: 'x'.repeat(61) },
      { options: '1'.repeat(201) },
      { rate: '2' },
    ])
      expect(accepts('/staff/api/payChannelSave', { ...form, ...change }), JSON.stringify(change)).toBe(false)
    const parsed = depositStaffCalls['/staff/api/payChannelSave'].request.parse(form)
    expect([parsed.minprice, parsed.maxprice]).toEqual([usdt('10'), usdt('50000')])
  })

  it('is read by both roles and changed by managers', () => {
    expect(depositStaffCalls['/staff/api/payChannelList'].requiredRole).toBe('service')
    expect(depositStaffCalls['/staff/api/payChannelSave'].requiredRole).toBe('manager')
  })
})

it('a locked customer reads and begins nothing; an API key reads and never pays in', () => {
  for (const [path, call] of Object.entries(depositCalls)) {
    const changes = ['/api/pay/pay', '/api/pay/payDigital', '/api/pay/claimBonus'].includes(path)
    expect([path, call.restricted, call.apiKeyScope, 'changes' in call]).toEqual([
      path,
      changes ? 'refused' : 'allowed',
      changes ? 'none' : 'read',
      changes,
    ])
  }
})

it('the states of a transfer are a closed list', () => {
  expect(chainStatuses).toEqual([
    'unchecked',
    'unseen',
    'pending',
    'confirmed',
    'reverted',
    'wrongToken',
    'wrongRecipient',
    'ownTransfer',
  ])
})
