import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import { type CycleTerms, cycleCapacity, isFunded } from './capacity.ts'
import { amountStep, type Rate, rate, totalInterest } from './rules.ts'

const none = usdt('0')
const week: CycleTerms = { method: 'fixed', rate: rate('0.0011'), days: 7 }
const cycles: fc.Arbitrary<CycleTerms> = fc.record({
  method: fc.constantFrom('fixed', 'compound'),
  rate: fc.bigInt({ min: 1n, max: 10n ** 8n }) as fc.Arbitrary<Rate>,
  days: fc.integer({ min: 1, max: 90 }),
})
const amount = (max: bigint) => fc.bigInt({ min: 0n, max }) as fc.Arbitrary<Usdt>

it('is what the free reserve covers, down to whole hundreds', () => {
  expect(cycleCapacity(week, { freeReserve: usdt('2.97'), sold: none, quota: none })).toBe(usdt('2700'))
  expect(cycleCapacity(week, { freeReserve: usdt('2.96999999'), sold: none, quota: none })).toBe(usdt('2600'))
  expect(cycleCapacity(week, { freeReserve: usdt('0.01'), sold: none, quota: none })).toBe(none)
  expect(cycleCapacity(week, { freeReserve: usdt('-1'), sold: none, quota: none })).toBe(none)
})

it('is never above what the quota leaves', () => {
  const limits = { freeReserve: usdt('20000'), sold: usdt('900'), quota: usdt('1150') }
  expect(cycleCapacity(week, limits)).toBe(usdt('200'))
  expect(cycleCapacity(week, { ...limits, sold: usdt('1150') })).toBe(none)
  expect(cycleCapacity(week, { ...limits, sold: usdt('2000') })).toBe(none)
})

it('fits into the quota and into the reserve to their last unit', () => {
  const fits = (quota: string, freeReserve: string) =>
    isFunded(week, usdt('2700'), { freeReserve: usdt(freeReserve), sold: usdt('300'), quota: usdt(quota) })
  expect([fits('3000', '2.97'), fits('2999.99999999', '2.97'), fits('3000', '2.96999999')]).toEqual([
    ...[true, false, false],
  ])
})

it('promises, sale after sale, no more than the reserve holds and sells no more than the quota', () => {
  const sale = fc.tuple(cycles, fc.bigInt({ min: 0n, max: 1000n }))
  fc.assert(
    fc.property(
      fc.array(sale, { maxLength: 8 }),
      amount(10n ** 12n),
      amount(10n ** 13n),
      (sales, reserve, quota) => {
        let [promised, sold] = [0n, 0n]
        for (const [cycle, permille] of sales) {
          const limits = { freeReserve: (reserve - promised) as Usdt, sold: sold as Usdt, quota }
          const most = cycleCapacity(cycle, limits)
          const principal = (((most / amountStep) * permille) / 1000n) * amountStep
          if (principal === 0n) continue
          promised += totalInterest({ ...cycle, principal: principal as Usdt })
          sold += principal
          expect(promised <= reserve && (quota === 0n || sold <= quota)).toBe(true)
          // A sale never leaves more to sell than there was.
          const after = { freeReserve: (reserve - promised) as Usdt, sold: sold as Usdt, quota }
          expect(cycleCapacity(cycle, after) <= most - principal + amountStep * BigInt(cycle.days)).toBe(true)
        }
      },
    ),
    { numRuns: 60 },
  )
})

it('is exactly the largest principal that fits', () => {
  const quota = fc.oneof(fc.constant(none), amount(10n ** 16n))
  fc.assert(
    fc.property(cycles, amount(10n ** 12n), amount(10n ** 15n), quota, (cycle, freeReserve, sold, most) => {
      const limits = { freeReserve, sold, quota: most }
      const found = cycleCapacity(cycle, limits)
      expect(found % amountStep).toBe(0n)
      if (found > 0n) expect(isFunded(cycle, found, limits)).toBe(true)
      expect(isFunded(cycle, (found + amountStep) as Usdt, limits)).toBe(false)
    }),
    { numRuns: 60 },
  )
})
