import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checksummedEvm, readAddress } from './addresses.ts'

// Test vectors of EIP-55.
const evm = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
// Published TRON addresses: the USDT contract and those of the documentation.
const tron = [
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
  'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL',
]
const bytes20 = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes.some((byte) => byte !== 0))
const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`

describe('an EVM address', () => {
  it.each(evm)('accepts the checksum of %s', (address) => {
    expect(checksummedEvm(address.toLowerCase())).toBe(address)
    expect(readAddress('1001', address)).toBe(address)
  })

  it('in one case is accepted and stored with its checksum', () => {
    for (const address of evm) {
      expect(readAddress('1001', address.toLowerCase())).toBe(address)
      expect(readAddress('1001', `0x${address.slice(2).toUpperCase()}`)).toBe(address)
    }
  })

  it('is rejected after the case of any letter was changed', () => {
    fc.assert(
      fc.property(bytes20, fc.nat(39), (bytes, at) => {
        const address = checksummedEvm(hexOf(bytes))
        const letter = address.charAt(2 + at)
        const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
        const changed = address.slice(0, 2 + at) + other + address.slice(3 + at)
        fc.pre(other !== letter && /[a-f]/.test(changed.slice(2)) && /[A-F]/.test(changed.slice(2)))
        expect(readAddress('1001', address)).toBe(address)
        expect(readAddress('1001', changed)).toBeNull()
      }),
    )
  })
})

describe('a TRON address', () => {
  it.each(tron)('accepts the checksum of %s', (address) => {
    expect(readAddress('1002', address)).toBe(address)
  })

  it('is rejected after any letter was changed', () => {
    const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    fc.assert(
      fc.property(
        fc.constantFrom(...tron),
        fc.integer({ min: 1, max: 33 }),
        fc.nat(57),
        (address, at, pick) => {
          const other = letters.charAt(pick)
          fc.pre(other !== address.charAt(at))
          expect(readAddress('1002', address.slice(0, at) + other + address.slice(at + 1))).toBeNull()
        },
      ),
    )
  })

  it('requires the version 0x41, also with a valid checksum', () => {
    const check = createBase58check(sha256)
    fc.assert(
      fc.property(bytes20, fc.integer({ min: 0, max: 255 }), (bytes, version) => {
        const address = check.encode(Uint8Array.from([version, ...bytes]))
        expect(readAddress('1002', address)).toBe(version === 0x41 ? address : null)
      }),
    )
    // Same prefix and length, but a different version byte.
    expect(readAddress('1002', base58.encode(new Uint8Array(25).fill(0x41)))).toBeNull()
  })
})

it('never accepts an address of one network for the other', () => {
  for (const address of evm) expect(readAddress('1002', address)).toBeNull()
  for (const address of tron) expect(readAddress('1001', address)).toBeNull()
})

it('rejects the zero address on either network', () => {
  expect(readAddress('1001', `0x${'0'.repeat(40)}`)).toBeNull()
  expect(readAddress('1001', `0x${'0'.repeat(39)}1`)).not.toBeNull()
  const written = (last: number) =>
    createBase58check(sha256).encode(Uint8Array.from([0x41, ...Array(19).fill(0), last]))
  expect(readAddress('1002', written(0))).toBeNull()
  expect(readAddress('1002', written(1))).toBe(written(1))
})
