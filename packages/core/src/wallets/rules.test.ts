import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type PairCode, pairCode, walletNames, walletPair } from './rules.ts'

/** The table of the product's description: from index, to index, type, typeReverse. */
const described = [
  [0, 1, 4, 1],
  [0, 2, 5, 1],
  [0, 3, 1, 2],
  [1, 0, 4, 2],
  [1, 2, 6, 1],
  [1, 3, 2, 2],
  [2, 0, 5, 2],
  [2, 1, 6, 2],
  [2, 3, 3, 2],
  [3, 0, 1, 1],
  [3, 1, 2, 1],
  [3, 2, 3, 1],
] as const

it('knows the twelve pair codes as they are described', () => {
  for (const [from, to, type, typeReverse] of described) {
    expect(walletPair({ type, typeReverse })).toEqual({ from: walletNames[from], to: walletNames[to] })
    expect(pairCode(walletNames[from], walletNames[to])).toEqual({ type, typeReverse })
  }
})

it('turns every code into two different wallets and back', () => {
  const code = fc.record<PairCode>({
    type: fc.constantFrom(1, 2, 3, 4, 5, 6),
    typeReverse: fc.constantFrom(1, 2),
  })
  fc.assert(
    fc.property(code, (given) => {
      const { from, to } = walletPair(given)
      expect(from).not.toBe(to)
      expect(pairCode(from, to)).toEqual(given)
      expect(walletPair({ ...given, typeReverse: given.typeReverse === 1 ? 2 : 1 })).toEqual({
        from: to,
        to: from,
      })
    }),
  )
})

it('has no code from a wallet to itself', () => {
  for (const wallet of walletNames) expect(pairCode(wallet, wallet)).toBeNull()
})
