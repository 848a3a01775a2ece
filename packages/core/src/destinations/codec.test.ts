import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import {
  type BankDetails,
  bankFieldFromWire,
  bankFields,
  bankFieldToWire,
  bankFromText,
  bankFromWire,
  bankToText,
  bankToWire,
  coldWalletFromWire,
  coldWalletToWire,
  destinationsFromWire,
  destinationsToWire,
  isAddressField,
  walletFieldToWire,
  walletFromText,
  walletFromWire,
  walletToText,
  walletToWire,
} from './codec.ts'

const text = fc.string({ minLength: 1, maxLength: 16 })
const bank: fc.Arbitrary<BankDetails> = fc.record(
  Object.fromEntries(bankFields.map((field) => [field, text])),
  { requiredKeys: [] },
)
const wallet = fc.record({ currency: text, address: text })

describe('bank data', () => {
  it('have a field for each one of the call, and none that it lacks', () => {
    const { request } = calls['/api/user/saveBankCard']
    expect(bankFields.map(bankFieldToWire).toSorted()).toEqual(Object.keys(request.shape).toSorted())
    for (const field of bankFields) expect(bankFieldFromWire(bankFieldToWire(field))).toBe(field)
    for (const other of ['holder', 'uid', '', undefined, 7]) expect(bankFieldFromWire(other)).toBeUndefined()
  })
  it('survive the wire and the store', () => {
    fc.assert(
      fc.property(bank, (one) => {
        expect(calls['/api/user/saveBankCard'].request.safeParse(bankToWire(one)).success).toBe(true)
        expect(bankFromWire(bankToWire(one))).toEqual(one)
        expect(bankFromText(bankToText(one))).toEqual(one)
      }),
    )
  })
  it('are one text in whatever order their fields were given', () => {
    fc.assert(
      fc.property(bank, (one) => {
        const reversed = Object.fromEntries(Object.entries(one).toReversed())
        expect(bankToText(reversed)).toBe(bankToText(one))
      }),
    )
    expect(bankToText({ iban: 'DE89370400440532013000', holder: 'Ada' })).toBe(
      '{"accntnm":"Ada","iban":"DE89370400440532013000"}',
    )
  })
})

it('a wallet address survives the wire and the store, whose names are those of the wire', () => {
  fc.assert(
    fc.property(wallet, (one) => {
      expect(walletFromWire(walletToWire(one))).toEqual(one)
      expect(walletFromText(walletToText(one))).toEqual(one)
    }),
  )
  expect(walletToText({ currency: 'BTC', address: 'abc' })).toBe(
    '{"cryptocurrency":"BTC","walletaddr":"abc"}',
  )
  expect([walletFieldToWire('currency'), walletFieldToWire('address')]).toEqual([
    'cryptocurrency',
    'walletaddr',
  ])
  expect(['address', 'walletaddr', 'cryptocurrency', undefined].map(isAddressField)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('what is saved survives its answer, with and without a wallet and an instant', () => {
  const saved = fc.record({
    bank,
    wallet: fc.option(wallet),
    changedMs: fc.option(fc.integer({ min: 1, max: 4_000_000_000_000 })),
  })
  fc.assert(
    fc.property(saved, (one) => {
      const data = destinationsToWire(one)
      expect(calls['/api/user/myBankCard'].data.parse(data)).toEqual(data)
      expect(destinationsFromWire(data)).toEqual(one)
    }),
  )
  expect(destinationsToWire({ bank: {}, wallet: null, changedMs: null })).toEqual({})
})

it('a cold wallet names its network by a number on the wire', () => {
  for (const network of ['1001', '1002'] as const) {
    const body = coldWalletToWire({ network, address: 'a' })
    expect(body).toEqual({ addrtype: Number(network), address: 'a' })
    expect(coldWalletFromWire(calls['/api/user/saveOrUpdColdWallet'].request.parse(body))).toEqual({
      network,
      address: 'a',
    })
  }
})
