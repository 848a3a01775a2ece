import { expect, it } from 'vitest'
import { readSettings } from '../../platform/settings/index.ts'
import { confirmationsNeeded, openChains } from './choose.ts'

// Deposits on a chain are looked up where it is configured whole and nowhere else, and never in practice mode.

const nodes = {
  evm: { EVM_RPC_URL: 'https://node.example.com', EVM_TOKEN: `0x${'a'.repeat(40)}`, EVM_CONFIRMATIONS: 7 },
  tron: {
    TRON_API_URL: 'https://api.example.com',
    TRON_TOKEN: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    TRON_CONFIRMATIONS: 20,
  },
}
const practice = readSettings({})
const live = { ...practice, MODE: 'live' as const }

it('opens each chain that is configured', () => {
  const chainsOf = (part: object) => [...openChains({ ...live, ...part }).keys()]
  expect(chainsOf({})).toEqual([])
  expect(chainsOf(nodes.evm)).toEqual([1001])
  expect(chainsOf(nodes.tron)).toEqual([1002])
  expect(chainsOf({ ...nodes.evm, ...nodes.tron })).toEqual([1001, 1002])
})

it('opens none without the token that is deposited', () => {
  expect(openChains({ ...live, ...nodes.evm, EVM_TOKEN: undefined }).size).toBe(0)
  expect(openChains({ ...live, ...nodes.tron, TRON_TOKEN: undefined }).size).toBe(0)
})

it('refuses a token whose checksum is wrong', () => {
  expect(() =>
    openChains({ ...live, ...nodes.tron, TRON_TOKEN: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }),
  ).toThrow(/checksum/)
})

it('opens none in practice mode, whatever is configured', () => {
  expect(openChains({ ...practice, ...nodes.evm, ...nodes.tron }).size).toBe(0)
})

it('names the confirmations of a chain that is configured, and none of another', () => {
  expect(confirmationsNeeded({ ...live, ...nodes.evm }, 1001)).toBe(7)
  expect(confirmationsNeeded({ ...live, ...nodes.evm }, 1002)).toBeNull()
  expect(confirmationsNeeded({ ...live, ...nodes.tron }, 1002)).toBe(20)
  expect(confirmationsNeeded({ ...live, ...nodes.tron }, 1001)).toBeNull()
})
