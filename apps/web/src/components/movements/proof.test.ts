import { expect, it } from 'vitest'
import { placeOfProof, shortProof } from './proof.ts'

const hash = 'ab'.repeat(32)

it('returns the block explorer address of an on-chain transfer', () => {
  expect(placeOfProof('ERC20', `0x${hash}`, false)).toBe(`https://etherscan.io/tx/0x${hash}`)
  expect(placeOfProof('trc20', hash, false)).toBe(`https://tronscan.org/#/transaction/${hash}`)
})

it('is null in practice mode, for a bank, and for an invalid hash', () => {
  expect(placeOfProof('ERC20', `0x${hash}`, true)).toBeNull()
  expect(placeOfProof('Bank account', hash, false)).toBeNull()
  expect(placeOfProof('ERC20', '0xab/../evil', false)).toBeNull()
})

it('shortens a hash and keeps a reference', () => {
  expect(shortProof(hash)).toBe('ababab…babab')
  expect(shortProof('REF-2026/118')).toBe('REF-2026/118')
})
