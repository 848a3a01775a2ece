import { describe, expect, it } from 'vitest'
import { destinationCalls } from './wire.ts'

const accepts = (path: keyof typeof destinationCalls, body: Record<string, unknown>): boolean =>
  destinationCalls[path].request.safeParse(body).success

const longest = {
  accntnm: 140,
  firstname: 70,
  lastname: 70,
  bankno: 140,
  accntno: 64,
  iban: 42,
  ifsc: 16,
  locality: 70,
  town: 70,
  city: 70,
  postcode: 16,
  address: 200,
  branchname: 140,
}

describe('the form of bank data', () => {
  it.each(Object.entries(longest))('takes %s with at most %i characters', (field, length) => {
    expect(accepts('/api/user/saveBankCard', { [field]: 'x'.repeat(length) })).toBe(true)
    expect(accepts('/api/user/saveBankCard', { [field]: 'x'.repeat(length + 1) })).toBe(false)
  })

  it('takes any part of the fields, and none that it does not know', () => {
    expect(accepts('/api/user/saveBankCard', {})).toBe(true)
    expect(
      accepts('/api/user/saveBankCard', Object.fromEntries(Object.keys(longest).map((f) => [f, '']))),
    ).toBe(true)
    for (const foreign of ['uid', 'walletaddr', 'cryptocurrency', 'sealed', 'changed'])
      expect(accepts('/api/user/saveBankCard', { [foreign]: '1' }), foreign).toBe(false)
    expect(accepts('/api/user/saveBankCard', { iban: 1 })).toBe(false)
  })
})

describe('the form of an address', () => {
  it('names one of the two networks, as a number or its digits', () => {
    const address = 'x'.repeat(128)
    for (const addrtype of [1001, 1002, '1001', '1002'])
      expect(accepts('/api/user/saveOrUpdColdWallet', { addrtype, address }), String(addrtype)).toBe(true)
    for (const addrtype of [0, 1000, 1003, 1001.5, '1001 ', 'ERC20', null, undefined, [1001]])
      expect(accepts('/api/user/saveOrUpdColdWallet', { addrtype, address }), String(addrtype)).toBe(false)
    expect(accepts('/api/user/saveOrUpdColdWallet', { addrtype: 1001, address: `${address}x` })).toBe(false)
    expect(accepts('/api/user/saveOrUpdColdWallet', { addrtype: 1001 })).toBe(false)
  })

  it('of a wallet needs currency and address within their lengths', () => {
    const form = { cryptocurrency: 'c'.repeat(32), walletaddr: 'a'.repeat(128) }
    expect(accepts('/api/user/updateWalletaddr', form)).toBe(true)
    for (const bad of [
      { ...form, cryptocurrency: 'c'.repeat(33) },
      { ...form, walletaddr: 'a'.repeat(129) },
      { cryptocurrency: 'BTC' },
      { walletaddr: 'a' },
      { ...form, network: '1001' },
    ])
      expect(accepts('/api/user/updateWalletaddr', bad), JSON.stringify(bad)).toBe(false)
  })
})

it('every change of a destination needs a step-up, never an API key or a restricted session; reading it neither', () => {
  for (const [path, call] of Object.entries(destinationCalls)) {
    const changes = path.includes('save') || path.includes('update')
    expect([path, 'changes' in call, call.apiKeyScope, call.audience]).toEqual([
      path,
      changes,
      'none',
      'user',
    ])
    expect([path, call.restricted]).toEqual([path, changes ? 'refused' : 'allowed'])
    expect([path, 'stepUp' in call ? call.stepUp : null]).toEqual([path, changes ? 'always' : null])
  }
})
