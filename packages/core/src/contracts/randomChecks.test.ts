import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Price, Quantity, Usdt } from '../money/units.ts'
import { availableBalance, marginLevel, maxTransferOut } from './account.ts'
import {
  exceedsSlippage,
  validateLeverage,
  validateLots,
  validatePartialLots,
  validateTpSl,
} from './checks.ts'
import { applyPosition, isReserveSufficient, worstCaseExposure, zeroExposure } from './exposure.ts'
import { margin, maxLots, notional, quantityOf, splitPosition, tradingFee, unrealizedPnl } from './rules.ts'

// The checks and costs of contracts beside models with their own arithmetic: prices in whole cents and lots as plain numbers,
// fractions of bigints that are rounded once, and answers found by trying every value.

const lot = 100_000n as Quantity
const priceOf = (cents: number): Price => (BigInt(cents) * 10_000_000n) as Price
const usdtOf = (units: bigint): Usdt => units as Usdt
const cents = fc.integer({ min: 1, max: 9_000_000 })
const lots = fc.integer({ min: 1, max: 5000 })
const side = fc.constantFrom('long' as const, 'short' as const)
/** Exact, rounded up where it does not come out even. */
const up = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

describe('costs in cents and lots', () => {
  it('are those of exact fractions: a lot of 0.001 coins at a whole cent is a thousandth of a cent', () => {
    fc.assert(
      fc.property(cents, lots, fc.constantFrom(1, 2, 5, 10, 20, 100), (at, count, leverage) => {
        // lots × cents: thousandths of a cent, each 1,000 units of 1e-8 USDT.
        const units = BigInt(count) * BigInt(at) * 1000n
        const coins = quantityOf(count, lot)
        expect(notional(coins, priceOf(at))).toBe(units)
        expect(margin(coins, priceOf(at), leverage)).toBe(up(units, BigInt(leverage)))
        expect(tradingFee(coins, priceOf(at), 500)).toBe(up(units * 5n, 10_000n))
      }),
    )
  })

  it('profit of one side is the loss of the other, to the unit that is rounded away from the customer', () => {
    fc.assert(
      fc.property(cents, cents, lots, (from, to, count) => {
        const position = { quantity: quantityOf(count, lot), openPrice: priceOf(from) }
        const exact = BigInt(count) * BigInt(to - from) * 1000n
        expect(unrealizedPnl({ ...position, side: 'long' }, priceOf(to))).toBe(exact)
        expect(unrealizedPnl({ ...position, side: 'short' }, priceOf(to))).toBe(-exact)
      }),
    )
  })

  it('of a part and its rest are those of the whole: no lot, margin or fee is made or lost', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 2, max: 500 }), fc.nat(), (at, count, pick) => {
        const part = 1 + (pick % (count - 1))
        const quantity = quantityOf(count, lot)
        const whole = {
          ...{
            side: 'long' as const,
            quantity,
            openPrice: priceOf(at),
            lots: count,
            leverage: 10,
            feeRatePpm: 500,
          },
          ...{ margin: margin(quantity, priceOf(at), 10), openFee: tradingFee(quantity, priceOf(at), 500) },
        }
        const { closed, rest } = splitPosition(whole, part, lot)
        expect(closed.lots + rest.lots).toBe(count)
        expect([
          closed.quantity + rest.quantity,
          closed.margin + rest.margin,
          closed.openFee + rest.openFee,
        ]).toEqual([whole.quantity, whole.margin, whole.openFee])
        // The share of the fee is rounded down, the margin of the rest up.
        expect(closed.openFee).toBe((whole.openFee * BigInt(part)) / BigInt(count))
        expect(rest.margin).toBe(up(BigInt(count - part) * BigInt(at) * 1000n, 10n))
      }),
    )
  })

  it('the largest order is the last that can be paid, found by trying every number of steps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 100_000 }),
        fc.bigInt(0n, 400_000_000n),
        fc.bigInt(0n, 2_000_000n),
        fc.constantFrom([1, 1], [1, 5], [10, 5], [3, 7]),
        fc.constantFrom(2, 10, 20),
        (at, available, bonus, [minLots, stepLots], leverage) => {
          const costOf = (count: number): bigint => {
            const units = BigInt(count) * BigInt(at) * 1000n
            const fee = up(units * 5n, 10_000n)
            return up(units, BigInt(leverage)) + (fee > bonus ? fee - bonus : 0n)
          }
          let expected = 0
          for (let count = stepLots; costOf(count) <= available && count < 100_000; count += stepLots)
            if (count >= minLots) expected = count
          const input = { available: usdtOf(available), bonus: usdtOf(bonus), price: priceOf(at), leverage }
          const found = maxLots(input, { lot, minLots, stepLots, feeRatePpm: 500 })
          expect(found).toBe(expected)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('an account', () => {
  const units = fc.bigInt(0n, 1000n)
  it('gives out at most what leaves a margin level of 200 %, found by trying every unit', () => {
    fc.assert(
      fc.property(units, units, units, fc.bigInt(-500n, 500n), (free, held, hold, profit) => {
        const account = {
          balance: usdtOf(free + held + hold),
          margin: usdtOf(held),
          hold: usdtOf(hold),
          profit: usdtOf(profit),
        }
        const available = free + (profit < 0n ? profit : 0n)
        expect(availableBalance(account)).toBe(available > 0n ? available : 0n)
        let most = 0n
        for (let amount = 1n; amount <= available; amount += 1n) {
          const left = account.balance + profit - amount
          if (held > 0n && left * 100n < held * 200n) break
          most = amount
        }
        expect(maxTransferOut(account)).toBe(most)
      }),
    )
  })

  it('has a margin level that falls with losses and rises with deposits, and none without margin', () => {
    fc.assert(
      fc.property(
        units,
        fc.bigInt(1n, 1000n),
        fc.bigInt(-500n, 500n),
        fc.bigInt(1n, 99n),
        (free, held, profit, more) => {
          const level = (extra: bigint, gained: bigint) =>
            marginLevel({
              balance: usdtOf(free + held + extra),
              margin: usdtOf(held),
              profit: usdtOf(gained),
            }) ?? 0n
          expect(level(more, profit) >= level(0n, profit)).toBe(true)
          expect(level(0n, profit - more) <= level(0n, profit)).toBe(true)
        },
      ),
    )
    expect(marginLevel({ balance: usdtOf(5n), margin: usdtOf(0n), profit: usdtOf(0n) })).toBeNull()
  })
})

describe('an order', () => {
  it('fills up to half a percent worse than it was seen, by cross-multiplied cents', () => {
    fc.assert(
      fc.property(side, cents, cents, (of, fill, seen) => {
        const worse = of === 'long' ? fill - seen : seen - fill
        expect(exceedsSlippage(of, priceOf(fill), priceOf(seen), 5000)).toBe(worse * 200 > seen)
      }),
    )
    // The edge itself is accepted on both sides.
    expect(exceedsSlippage('long', priceOf(20_100), priceOf(20_000), 5000)).toBe(false)
    expect(exceedsSlippage('long', priceOf(20_101), priceOf(20_000), 5000)).toBe(true)
    expect(exceedsSlippage('short', priceOf(19_900), priceOf(20_000), 5000)).toBe(false)
    expect(exceedsSlippage('short', priceOf(19_899), priceOf(20_000), 5000)).toBe(true)
  })

  it('has whole lots from the minimum on, in steps, and a part that leaves such a rest', () => {
    const count = fc.oneof(
      fc.integer({ min: -5, max: 60 }),
      fc.constantFrom(1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53),
    )
    fc.assert(
      fc.property(
        count,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom([1, 1], [5, 5], [10, 5]),
        (wanted, open, [minLots, stepLots]) => {
          const terms = { minLots, stepLots }
          const passes = (one: number) => Number.isSafeInteger(one) && one >= minLots && one % stepLots === 0
          expect(validateLots(wanted, terms) === null).toBe(passes(wanted))
          expect(validatePartialLots(wanted, open, terms) === null).toBe(
            wanted === open || (passes(wanted) && passes(open - wanted)),
          )
        },
      ),
    )
  })

  it('has a leverage of the list and no other', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: -1, max: 101 }),
        (leverages, wanted) => {
          const issue = validateLeverage(wanted, { leverages })
          expect(issue === null).toBe(leverages.includes(wanted))
          if (issue !== null)
            expect(issue).toMatchObject({ min: Math.min(...leverages), max: Math.max(...leverages) })
        },
      ),
    )
  })

  it('has stops on their sides only, and the value that a refusal names is taken', () => {
    const stop = fc.option(fc.integer({ min: 2, max: 200 }))
    fc.assert(
      fc.property(
        side,
        fc.integer({ min: 50, max: 150 }),
        stop,
        stop,
        stop,
        (of, entry, bound, profit, loss) => {
          const price = (one: number | null) => (one === null ? null : priceOf(one))
          const input = {
            ...{ side: of, openPrice: priceOf(entry), liquidationPrice: price(bound), step: priceOf(1) },
            ...{ targetProfit: price(profit), stopLoss: price(loss) },
          }
          const sign = of === 'long' ? 1 : -1
          const isProfitRight = profit === null || (profit - entry) * sign > 0
          const isLossRight =
            loss === null || ((entry - loss) * sign > 0 && (bound === null || (loss - bound) * sign >= 0))
          const issue = validateTpSl(input)
          expect(issue === null).toBe(isProfitRight && isLossRight)
          if (issue === null) return
          const isProfit = issue.rule === 'buyProfit' || issue.rule === 'sellProfit'
          expect(isProfit).toBe(!isProfitRight)
          expect(issue.rule.startsWith(of === 'long' ? 'buy' : 'sell')).toBe(true)
          // A bound beyond the entry leaves no stop loss at all; else the named value passes.
          if (!isProfit && bound !== null && (entry - bound) * sign <= 0) return
          const mended = isProfit
            ? { ...input, targetProfit: issue.limit, stopLoss: null }
            : { ...input, stopLoss: issue.limit, targetProfit: null }
          const again = validateTpSl(mended)
          if (isProfit || bound === null || (entry - sign - bound) * sign >= 0) expect(again).toBeNull()
        },
      ),
      { numRuns: 400 },
    )
  })
})

describe('the liability of a market', () => {
  it('is what the winning side of a move of a fifth is owed, by plain sums over the positions', () => {
    const position = fc.record({ side, count: lots, at: fc.integer({ min: 100, max: 20_000 }) })
    fc.assert(
      fc.property(fc.array(position, { maxLength: 8 }), fc.integer({ min: 100, max: 20_000 }), (all, now) => {
        const exposure = all.reduce(
          (sum, one) =>
            applyPosition(
              sum,
              { side: one.side, quantity: quantityOf(one.count, lot), openPrice: priceOf(one.at) },
              'add',
            ),
          zeroExposure,
        )
        const best = { bid: priceOf(now), ask: priceOf(now) }
        // In thousandths of a cent, times five: a move of a fifth is then whole.
        const owed = (of: 'long' | 'short') =>
          all
            .filter((one) => one.side === of)
            .reduce(
              (sum, { count, at }) => sum + (of === 'long' ? now * 6 - at * 5 : at * 5 - now * 4) * count,
              0,
            )
        const worst = Math.max(0, owed('long'), owed('short'))
        expect(worstCaseExposure(exposure, best, 200_000)).toBe((BigInt(worst) * 1000n + 4n) / 5n)
      }),
    )
  })

  it('is covered only by a reserve above it, and by none while something is owed', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 100n),
        fc.bigInt(0n, 2n),
        fc.array(fc.bigInt(0n, 40n), { maxLength: 4 }),
        (reserve, debt, worst) => {
          const sum = worst.reduce((total, one) => total + one, 0n)
          expect(
            isReserveSufficient({ reserve: usdtOf(reserve), debt: usdtOf(debt) }, worst.map(usdtOf)),
          ).toBe(debt === 0n && reserve > sum)
        },
      ),
    )
  })
})
