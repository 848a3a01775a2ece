import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readAddress } from '../../destinations/index.ts'
import {
  decodeTronAddress,
  deriveAddress,
  encodeTronAddress,
  practiceAddress,
  xpubFingerprint,
} from './addresses.ts'

const accountOf = (mnemonic: string, coin: number): HDKey =>
  HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(`m/44'/${coin}'/0'`)
const twelve = (word: string, last: string): string => `${`${word} `.repeat(11)}${last}`

it('derives the well-known addresses of a known seed phrase', () => {
  const test = accountOf(twelve('test', 'junk'), 60).publicExtendedKey
  expect([0, 1, 2, 9].map((place) => deriveAddress(1001, test, place))).toEqual([
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
  ])
  const abandon = twelve('abandon', 'about')
  expect(deriveAddress(1001, accountOf(abandon, 60).publicExtendedKey, 0)).toBe(
    '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  )
  expect(deriveAddress(1002, accountOf(abandon, 195).publicExtendedKey, 0)).toBe(
    'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  )
})

it('derives a distinct address with a valid checksum per index, always the same one', () => {
  const key = accountOf(twelve('test', 'junk'), 195).publicExtendedKey
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), fc.nat(2 ** 31 - 1), (a, b) => {
      for (const [network, code] of [
        [1001, '1001'],
        [1002, '1002'],
      ] as const) {
        const address = deriveAddress(network, key, a)
        expect(readAddress(code, address)).toBe(address)
        expect(deriveAddress(network, key, b) === address).toBe(a === b)
      }
    }),
    { numRuns: 30 },
  )
})

it('decodes what it encodes, and nothing else', () => {
  const address = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
  expect(encodeTronAddress(decodeTronAddress(address))).toBe(address)
  for (const bad of ['TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMX', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', ''])
    expect(() => decodeTronAddress(bad)).toThrow()
})

it('shows well-formed practice addresses, and fingerprints keys without revealing them', () => {
  expect(readAddress('1001', practiceAddress(1001))).toBe(practiceAddress(1001))
  expect(readAddress('1002', practiceAddress(1002))).toBe(practiceAddress(1002))
  const [a, b] = [60, 195].map((coin) => accountOf(twelve('test', 'junk'), coin).publicExtendedKey)
  expect(xpubFingerprint(a ?? '')).not.toBe(xpubFingerprint(b ?? ''))
  expect(xpubFingerprint(a ?? '')).toMatch(/^[0-9a-f]{16}$/)
})
