import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addressCooldownMs,
  bankAccountNumber,
  hasAddressForm,
  isIban,
  maskMiddle,
  networkNamed,
  normalizeAccountNumber,
} from './rules.ts'

// Examples of the IBAN registry.
const ibans = [
  'AL47 2121 1009 0000 0002 3569 8741',
  'BE68 5390 0754 7034',
  'BR15 0000 0000 0000 1093 2840 814P 2',
  'DE89 3704 0044 0532 0130 00',
  'FR14 2004 1010 0505 0001 3M02 606',
  'GB29 NWBK 6016 1331 9268 19',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'NO93 8601 1117 947',
  'SA03 8000 0000 6080 1016 7519',
]

describe('an IBAN', () => {
  it.each(ibans)('accepts %s with any spacing and case', (iban) => {
    expect(isIban(iban)).toBe(true)
    expect(isIban(normalizeAccountNumber(iban))).toBe(true)
    expect(isIban(iban.toLowerCase())).toBe(true)
  })

  it('rejects any single mistyped digit and any two swapped neighbours', () => {
    const some = fc.constantFrom(...ibans.map(normalizeAccountNumber))
    fc.assert(
      fc.property(some, fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, place, by) => {
        const at = 4 + (place % (iban.length - 4))
        const is = iban.charAt(at)
        if (!/\d/.test(is)) return
        const typed = String((Number.parseInt(is, 10) + by) % 10)
        expect(isIban(iban.slice(0, at) + typed + iban.slice(at + 1))).toBe(false)
      }),
    )
    fc.assert(
      fc.property(some, fc.nat(), (iban, place) => {
        const at = 4 + (place % (iban.length - 5))
        const [one, two] = [iban.charAt(at), iban.charAt(at + 1)]
        fc.pre(one !== two)
        expect(isIban(iban.slice(0, at) + two + one + iban.slice(at + 2))).toBe(false)
      }),
    )
  })

  it.each([
    '',
    'DE89',
    '89 3704 0044',
    'DE89370400440532013000<',
    'ＤＥ89370400440532013000',
    `DE89${'0'.repeat(40)}`,
    // Correct remainder, wrong form.
    '56DE89370400440532013000',
    'DE6B370400440532013001',
  ])('rejects %j', (text) => {
    expect(isIban(text)).toBe(false)
  })
})

describe('an address', () => {
  it('is recognised for each network', () => {
    expect(hasAddressForm('1001', '0x52908400098527886E0F7030069857D2E4169EE7')).toBe(true)
    expect(hasAddressForm('1002', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW')).toBe(true)
  })
  it.each([
    ['1001', '0X52908400098527886E0F7030069857D2E4169EE7'],
    ['1001', '52908400098527886E0F7030069857D2E4169EE7'],
    ['1001', '0x52908400098527886E0F7030069857D2E4169EE'],
    ['1001', '0x52908400098527886E0F7030069857D2E4169EE77'],
    ['1001', '0x52908400098527886E0F7030069857D2E4169EEg'],
    ['1001', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'],
    ['1002', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['1002', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxM'],
    ['1002', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sx0W'],
    ['1002', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['1002', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW\n'],
    ['1001', ' 0x52908400098527886E0F7030069857D2E4169EE7'],
    ['1001', '10x52908400098527886E0F7030069857D2E4169EE7'],
    ['1002', ' TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'],
    ['1002', 'TTJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'],
  ] as const)('on %s rejects %j', (network, text) => {
    expect(hasAddressForm(network, text)).toBe(false)
  })
})

it('names a bank account by its IBAN, else by its number, without separators', () => {
  const iban = 'de89 3704 0044 0532 0130 00'
  expect(bankAccountNumber({ iban, accountNumber: '0532013000' })).toBe('DE89370400440532013000')
  expect(bankAccountNumber({ accountNumber: ' 0123-4567 89ab ' })).toBe('0123456789AB')
  expect(bankAccountNumber({})).toBe('')
})

it('finds the network named by a currency', () => {
  for (const name of ['1001', 'ERC20', 'USDT(ERC20)', 'usdt erc-20']) expect(networkNamed(name)).toBe('1001')
  for (const name of ['1002', 'TRC20', 'USDT-TRC20', 'trc-20 usdt']) expect(networkNamed(name)).toBe('1002')
  for (const name of ['', 'BTC', 'USDT', 'Ether']) expect(networkNamed(name)).toBeNull()
})

it('masks the middle of a number, and all but the end of a short one', () => {
  expect(maskMiddle('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe('0x5aAe…BeAed')
  expect(maskMiddle('DE89370400440532013000')).toBe('DE89…3000')
  expect(maskMiddle('12345678')).toBe('…78')
  expect(maskMiddle('12345678901')).toBe('…01')
  expect(maskMiddle('123456789012')).toBe('1234…9012')
  expect(maskMiddle('0123456789'.repeat(3))).toBe('0123…6789')
  expect(maskMiddle(`${'0123456789'.repeat(3)}0`)).toBe('012345…67890')
  fc.assert(
    fc.property(fc.string({ minLength: 6, maxLength: 64 }), (text) => {
      expect(maskMiddle(text).length - 1).toBeLessThanOrEqual(Math.max(2, text.length * 0.7))
    }),
  )
})

it('pauses digital withdrawals for a day', () => {
  expect(addressCooldownMs).toBe(86_400_000)
})
