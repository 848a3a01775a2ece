import { validatePurchase } from '@glasshouse/core/invest/checks'
import { rate } from '@glasshouse/core/invest/rules'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cycle, cyclesOf } from './cycles.ts'
import { product } from './products.fixture.ts'
import { amountView, exitExample, maxPurchase, previewOf, purchaseView } from './purchase.ts'

const nowMs = Date.UTC(2027, 0, 10, 11)
const [base] = cyclesOf(product)
if (base === undefined) throw new Error('the sample has a base cycle')
const cycle: Cycle = { ...base, capacity: usdt('5000') }
const view = (typed: string, available: Usdt | null = usdt('10000')) =>
  purchaseView({ cycle, typed, available, nowMs, redeemDays: 1 })

describe('purchase', () => {
  it('previews the interest, the end and the remaining capacity of an accepted amount', () => {
    const { issue, preview } = view('2700')
    expect(issue).toBeNull()
    expect(preview?.interest).toBe(usdt('2.97'))
    expect(preview?.daily.map(formatUsdt)).toEqual([...Array(6).fill('0.42428571'), '0.42428574'])
    expect(preview?.instants.endMs).toBe(Date.UTC(2027, 0, 16, 23))
    expect(preview?.remaining).toBe(usdt('2300'))
  })
  it('names the first issue and offers an accepted amount', () => {
    expect(view('')).toMatchObject({ issue: 'enter', fix: null })
    expect(view('?abc')).toMatchObject({ issue: 'wrong', preview: null })
    expect(view('50')).toMatchObject({ issue: 'min', fix: '100' })
    expect(view('250')).toMatchObject({ issue: 'step', fix: '200', preview: null })
    expect(view('200000')).toMatchObject({ issue: 'max', fix: '5000' })
    expect(view('6000')).toMatchObject({ issue: 'capacity', fix: '5000' })
    expect(view('700', usdt('650.5'))).toMatchObject({ issue: 'low', fix: '600', missing: usdt('49.5') })
    expect(view('700', usdt('50'))).toMatchObject({ issue: 'low', fix: null })
  })
  it('offers a thousand for a text that other languages read as a thousand', () => {
    expect(view('1.000')).toMatchObject({ issue: 'min', fix: '1000' })
    expect(view('1.050').fix).toBe('100')
  })
  it('limits a visitor by the cycle only', () => {
    expect(view('5000', null).issue).toBeNull()
    expect(maxPurchase(cycle, null)).toBe(usdt('5000'))
  })
  it('suggests only amounts that it accepts', () => {
    const money = fc.bigInt(0n, 200_000n * 100_000_000n) as fc.Arbitrary<Usdt>
    fc.assert(
      fc.property(money, money, (amount, available) => {
        const { fix } = view(formatUsdt(amount), available)
        if (fix !== null) expect(view(fix, available).issue).toBeNull()
        const most = maxPurchase(cycle, available)
        if (most > 0n) expect(view(formatUsdt(most), available).issue).toBeNull()
      }),
    )
  })
  it('refuses what the server refuses, for the same reason, and nothing else', () => {
    const hundreds = fc.bigInt(0n, 12n).map((count) => (count * 10_000_000_000n) as Usdt)
    const money = fc.bigInt(1n, 200_000n * 100_000_000n) as fc.Arbitrary<Usdt>
    fc.assert(
      fc.property(
        fc.oneof(hundreds, money),
        fc.oneof(hundreds, money),
        hundreds,
        (amount, available, capacity) => {
          fc.pre(amount > 0n)
          const limits = { min: cycle.min, max: cycle.max, capacity }
          const code = validatePurchase({
            ...{ onSale: true, running: 3, maxRunning: 10, amount, limits, available, capacity },
            funded: amount <= capacity,
          })?.code
          const { issue } = amountView({ limits, typed: formatUsdt(amount), available })
          const reasons = {
            min: 'outOfRange',
            max: 'outOfRange',
            step: 'outOfRange',
            low: 'insufficientBalance',
          }
          const named = {
            ...reasons,
            capacity: 'insufficientReserve',
            enter: 'never',
            wrong: 'never',
          } as const
          expect(issue === null ? undefined : named[issue]).toBe(code)
        },
      ),
    )
  })
  it('computes early exit after half the cycle in money and never cuts the principal', () => {
    const preview = previewOf({ cycle, nowMs, redeemDays: 1 }, usdt('2700'))
    expect(exitExample(preview, 1, rate('1'))).toEqual({
      days: 3,
      accrued: usdt('1.27285713'),
      fee: usdt('1.27285713'),
      total: usdt('2700'),
    })
    expect(exitExample(preview, 5, rate('0.5'))?.days).toBe(5)
    expect(exitExample(preview, 7, rate('1'))).toBeNull()
  })
})
