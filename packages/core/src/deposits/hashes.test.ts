import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readHash } from './hashes.ts'

const digits = 'AbCdEf0123456789'.repeat(4)

it('accepts 0x and 64 hex digits on ERC20, ignoring spaces and case', () => {
  const stored = `0x${digits.toLowerCase()}`
  for (const raw of [`0x${digits}`, ` 0X${digits}\n`, `0x${digits.slice(0, 30)} ${digits.slice(30)}`, stored])
    expect(readHash(1001, raw)).toBe(stored)
  for (const bad of [
    '',
    '0x',
    digits,
    `1${stored}`,
    `0x${stored}`,
    `0x${digits}0`,
    `0x${digits.slice(1)}`,
    `0x${digits.slice(1)}g`,
  ])
    expect(readHash(1001, bad)).toBeNull()
})

it('accepts 64 letters or digits on TRC20, without 0x', () => {
  expect(readHash(1002, ` ${digits} `)).toBe(digits.toLowerCase())
  for (const bad of ['', `0x${digits}`, digits.slice(1), `${digits.slice(1)}-`, `${digits.slice(1)}é`])
    expect(readHash(1002, bad)).toBeNull()
})

it('normalizes all spellings of one transfer to the same hash', () => {
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 64, maxLength: 64 })
  fc.assert(
    fc.property(hex, fc.nat(66), fc.boolean(), (text, at, isTron) => {
      const [network, hash] = isTron ? ([1002, text] as const) : ([1001, `0x${text}`] as const)
      const spaced = `${hash.slice(0, at)} \t${hash.slice(at)}`
      expect(readHash(network, spaced.toUpperCase())).toBe(hash.toLowerCase())
      // Parsing a stored hash returns it unchanged.
      expect(readHash(network, hash.toLowerCase())).toBe(hash.toLowerCase())
    }),
  )
})
