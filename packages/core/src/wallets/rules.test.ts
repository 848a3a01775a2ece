import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Quantity, quantity, usdt, valueAt } from '../money/units.ts'
import { type PairCode, pairCode, walletPair } from './codec.ts'
import { fromWireRowId, maskName, minConversion, proceeds, walletNames, wireRowId } from './rules.ts'

/** Table of the product specification: from index, to index, type, typeReverse. */
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

it('knows the twelve pair codes of the specification', () => {
  for (const [from, to, type, typeReverse] of described) {
    expect(walletPair({ type, typeReverse })).toEqual({ from: walletNames[from], to: walletNames[to] })
    expect(pairCode(walletNames[from], walletNames[to])).toEqual({ type, typeReverse })
  }
})

it('maps every code to two different wallets and back', () => {
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

describe('converting coins', () => {
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 20n }).map((units) => units as Quantity)
  const prices = fc.bigInt({ min: 1n, max: 10n ** 16n }).map((units) => units as Price)

  it('pays the value at the bid, truncated', () => {
    expect(proceeds(quantity('0.25'), price('66128.74'))).toBe(usdt('16532.185'))
    expect(proceeds(quantity('0.00000001'), price('0.999999999'))).toBe(0n)
  })

  it('pays something from the minimum conversion on, and nothing below it', () => {
    expect(minConversion(price('0.138'))).toBe(8n)
    fc.assert(
      fc.property(prices, (bid) => {
        const least = minConversion(bid)
        expect(proceeds(least, bid) > 0n).toBe(true)
        expect(proceeds((least - 1n) as Quantity, bid)).toBe(0n)
      }),
    )
  })

  it('in parts never pays more than at once', () => {
    fc.assert(
      fc.property(amounts, amounts, prices, (a, b, bid) => {
        const parts = proceeds(a, bid) + proceeds(b, bid)
        expect(parts <= proceeds((a + b) as Quantity, bid)).toBe(true)
      }),
    )
  })

  it('and buying back never profits: the proceeds buy at most the coins sold', () => {
    fc.assert(
      fc.property(amounts, prices, fc.bigInt({ min: 0n, max: 10n ** 12n }), (sold, bid, spread) => {
        const ask = (bid + spread) as Price
        const received = proceeds(sold, bid)
        // One unit more than was sold, rounded up, costs more than the proceeds.
        expect(valueAt((sold + 1n) as Quantity, ask, 'ceil') > received).toBe(true)
        expect(valueAt(sold, ask, 'ceil') >= received).toBe(true)
      }),
    )
  })
})

it('a row id identifies one wallet and one market', () => {
  const place = fc.constantFrom('wallet' as const, 'coin' as const)
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 999_999_999 }), (where, pid) => {
      expect(fromWireRowId(wireRowId(where, pid))).toEqual({ place: where, pid })
    }),
  )
})

it('a masked name hides at least half of it', () => {
  expect(['alexandra', 'Bo', 'user10001', '陳大文', ''].map(maskName)).toEqual([
    'al***a',
    'B***',
    'us***1',
    '陳***',
    '***',
  ])
})

it('rows of both wallets have ids of their own, up to the last of the first and from the first of the second', () => {
  for (const pid of [0, 1, 999_999_999]) {
    expect(fromWireRowId(wireRowId('wallet', pid))).toEqual({ place: 'wallet', pid })
    expect(fromWireRowId(wireRowId('coin', pid))).toEqual({ place: 'coin', pid })
  }
  expect(fromWireRowId(999_999_999)).toEqual({ place: 'wallet', pid: 999_999_999 })
  expect(fromWireRowId(1_000_000_000)).toEqual({ place: 'coin', pid: 0 })
})

it('a masked name of five letters shows three of them, of fewer one', () => {
  expect(['abcde', 'abcd', 'a', ''].map(maskName)).toEqual(['ab***e', 'a***', 'a***', '***'])
})
