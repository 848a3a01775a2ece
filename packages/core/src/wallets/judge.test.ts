import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Quantity, quantity, type Usdt, usdt } from '../money/units.ts'
import { judgeInternalTransfer, judgeMovedAmount, judgeSale, judgeTransfer, maxTransfer } from './judge.ts'
import { minConversion, proceeds } from './rules.ts'

const units = fc.bigInt(0n, 1000n)
const amounts = units as fc.Arbitrary<Usdt>
const coins = fc.oneof(units, fc.bigInt(0n, 10n ** 12n)) as fc.Arbitrary<Quantity>
const bids = fc.option(fc.bigInt(1n, 10n ** 15n) as fc.Arbitrary<Price>)
const nothing = { kind: 'nothing', min: 1n }

describe('the verdict on a transfer between own wallets', () => {
  it('allows what is free and what positions let go, and not a unit more', () => {
    expect(judgeTransfer({ available: usdt('20'), maxOut: usdt('9') }, usdt('9')).plan).toEqual({
      amount: usdt('9'),
      max: usdt('9'),
    })
    const low = { kind: 'insufficientBalance', max: usdt('9') }
    expect(judgeTransfer({ available: usdt('20'), maxOut: usdt('9') }, usdt('9.00000001')).problem).toEqual(
      low,
    )
    expect(judgeTransfer({ available: usdt('9'), maxOut: usdt('20') }, usdt('10')).problem).toEqual(low)
    expect(judgeTransfer({ available: usdt('0'), maxOut: usdt('0') }, usdt('0')).problem).toEqual(nothing)
  })

  it('accepts exactly the amounts from one unit to the maximum', () => {
    fc.assert(
      fc.property(amounts, fc.option(amounts), amounts, (available, maxOut, amount) => {
        const facts = { available, maxOut }
        const isPossible = amount > 0n && amount <= available && (maxOut === null || amount <= maxOut)
        expect(judgeTransfer(facts, amount).plan !== null).toBe(isPossible)
        expect(judgeTransfer(facts, amount).problem === null).toBe(isPossible)
        if (maxTransfer(facts) > 0n) expect(judgeTransfer(facts, maxTransfer(facts)).plan).not.toBeNull()
      }),
    )
  })
})

describe('the verdict on a transfer to another customer', () => {
  it('names amount, pause and balance in this order', () => {
    const pause = { reason: 'new_device', untilMs: 1 }
    const facts = { pause, available: usdt('5') }
    expect(judgeInternalTransfer(facts, usdt('0')).problem).toEqual(nothing)
    expect(judgeInternalTransfer(facts, usdt('10')).problem).toEqual({ kind: 'paused', pause })
    expect(judgeInternalTransfer({ ...facts, pause: null }, usdt('10')).problem).toEqual({
      kind: 'insufficientBalance',
      max: usdt('5'),
    })
    expect(judgeInternalTransfer({ ...facts, pause: null }, usdt('5')).plan?.amount).toBe(usdt('5'))
  })
})

describe('the verdict on a sale', () => {
  it('names amount, balance, rate and proceeds in this order', () => {
    const worst = { held: 5n as Quantity, bid: null }
    expect(judgeSale(worst, 0n as Quantity).problem).toEqual(nothing)
    expect(judgeSale(worst, 6n as Quantity).problem).toEqual({ kind: 'insufficientBalance', held: 5n })
    expect(judgeSale(worst, 5n as Quantity).problem).toEqual({ kind: 'noRate' })
    const cheap = { held: 100n as Quantity, bid: price('0.138') }
    expect(judgeSale(cheap, 7n as Quantity).problem).toEqual({ kind: 'tooLittle', min: 8n })
    expect(judgeSale(cheap, 8n as Quantity).plan).toEqual({ amount: 8n, rate: price('0.138'), received: 1n })
    expect(judgeSale({ held: quantity('1'), bid: price('66128.74') }, quantity('0.25')).plan?.received).toBe(
      usdt('16532.185'),
    )
  })

  it('plans the proceeds at the bid, and every smaller amount pays no more', () => {
    fc.assert(
      fc.property(coins, bids, coins, coins, (held, bid, amount, other) => {
        const { plan, problem } = judgeSale({ held, bid }, amount)
        expect(plan === null).toBe(problem !== null)
        if (problem?.kind === 'tooLittle') {
          expect(problem.min).toBe(minConversion(bid ?? (1n as Price)))
          expect(amount).toBeLessThan(problem.min)
        }
        if (plan === null) return
        expect(plan).toEqual({ amount, rate: bid, received: proceeds(amount, plan.rate) })
        const less = judgeSale({ held, bid }, (other % amount) as Quantity).plan
        expect(less === null || less.received <= plan.received).toBe(true)
        expect(judgeSale({ held, bid }, held).plan).not.toBeNull()
      }),
    )
  })
})

it('moves one unit but not nothing', () => {
  expect([judgeMovedAmount(0n).problem, judgeMovedAmount(-1n).problem]).toEqual([nothing, nothing])
  expect(judgeMovedAmount(1n).plan).toBe(1n)
})
