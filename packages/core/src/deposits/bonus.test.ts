import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import { bonusAmount, bonusClaimWindowMs, bonusStateAt } from './bonus.ts'

const max = usdt('500')

it('is a fifth of the deposit plus 100, rounded down, up to the maximum', () => {
  expect(bonusAmount(usdt('1000'), max)).toBe(usdt('300'))
  expect(bonusAmount(usdt('2000'), max)).toBe(max)
  expect(bonusAmount(usdt('1999.99999999'), max)).toBe(usdt('499.99999999'))
  expect(bonusAmount(usdt('0.00000009'), max)).toBe(usdt('100.00000001'))
  expect(bonusAmount(usdt('1000'), usdt('0'))).toBe(0n)
})

it('never exceeds the maximum, never falls with a larger deposit, never rounds up', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 14n }) as fc.Arbitrary<Usdt>
  fc.assert(
    fc.property(amount, amount, amount, (a, b, ceiling) => {
      const [small, large] = a < b ? [a, b] : [b, a]
      expect(bonusAmount(small, ceiling) <= bonusAmount(large, ceiling)).toBe(true)
      expect(bonusAmount(large, ceiling) <= ceiling).toBe(true)
      expect((bonusAmount(large, (10n ** 20n) as Usdt) - usdt('100')) * 5n <= large).toBe(true)
    }),
  )
})

it('can be claimed once, within seven days of the first deposit, where it is offered', () => {
  const facts = { isOffered: true, claimed: false, firstDepositMs: 1000 }
  expect(bonusClaimWindowMs).toBe(604_800_000)
  expect(bonusStateAt({ ...facts, firstDepositMs: null }, 5)).toBe('waiting')
  expect(bonusStateAt(facts, 1000 + bonusClaimWindowMs - 1)).toBe('claimable')
  expect(bonusStateAt(facts, 1000 + bonusClaimWindowMs)).toBe('over')
  expect(bonusStateAt({ ...facts, isOffered: false }, 1001)).toBe('off')
  expect(bonusStateAt({ ...facts, isOffered: false, claimed: true }, 1001)).toBe('claimed')
  expect(bonusStateAt({ ...facts, claimed: true }, 1000 + bonusClaimWindowMs)).toBe('claimed')
})
