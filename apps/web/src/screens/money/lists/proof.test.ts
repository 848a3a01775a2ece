import { expect, it } from 'vitest'
import { placeOfProof, shortProof } from './proof.ts'

const hash = 'ab'.repeat(32)

it('finds where a transfer on a chain can be looked up', () => {
  expect(placeOfProof('ERC20', `0x${hash}`, false)).toBe(`https://etherscan.io/tx/0x${hash}`)
  expect(placeOfProof('trc20', hash, false)).toBe(`https://tronscan.org/#/transaction/${hash}`)
})

it('leads nowhere in practice, from a bank, or with what is no hash', () => {
  expect(placeOfProof('ERC20', `0x${hash}`, true)).toBeNull()
  expect(placeOfProof('Bank account', hash, false)).toBeNull()
  expect(placeOfProof('ERC20', '0xab/../evil', false)).toBeNull()
})

it('shows a hash by its ends and a reference whole', () => {
  expect(shortProof(hash)).toBe('ababab…babab')
  expect(shortProof('REF-2026/118')).toBe('REF-2026/118')
})
