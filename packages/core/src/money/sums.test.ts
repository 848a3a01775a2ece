import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addTo, amountIn } from './sums.ts'
import { type Usdt, usdt } from './units.ts'

it('reads what is under a key, a recorded 0 and an absent key alike', () => {
  const amounts = new Map([
    ['a', usdt('2.5')],
    ['b', usdt('0')],
  ])
  expect(['a', 'b', 'c'].map((key) => amountIn(amounts, key))).toEqual([usdt('2.5'), 0n, 0n])
})

it('adds up every amount under its key and leaves the others', () => {
  const amount = fc.bigInt(-(10n ** 20n), 10n ** 20n) as fc.Arbitrary<Usdt>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), amount)), (moves) => {
      const sums = new Map<number, Usdt>()
      for (const [key, one] of moves) addTo(sums, key, one)
      for (const key of [0, 1, 2, 3]) {
        const own = moves.filter(([other]) => other === key)
        expect(sums.has(key)).toBe(own.length > 0)
        expect(amountIn(sums, key)).toBe(own.reduce((sum, [, one]) => sum + one, 0n))
      }
    }),
  )
})
