import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usdt, usdt } from '../money/units.ts'
import { usdtFromToken } from './amounts.ts'
import { bonusAmount, bonusStateAt } from './bonus.ts'
import { depositState } from './rules.ts'

// The rules of deposits by a second arithmetic: texts of decimals, fifths, and events in their order.

describe('a token amount', () => {
  it('is the text of its decimals, cut behind the eighth', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 40n), fc.integer({ min: 0, max: 30 }), (units, decimals) => {
        const digits = String(units).padStart(decimals + 1, '0')
        const [whole, fraction] = [
          digits.slice(0, digits.length - decimals),
          digits.slice(digits.length - decimals),
        ]
        expect(usdtFromToken(units, decimals)).toBe(BigInt(whole + fraction.slice(0, 8).padEnd(8, '0')))
      }),
    )
  })
})

describe('the first-deposit bonus', () => {
  it('is 20 % and 100 USDT, at most 500 USDT, which a deposit of 2,000 USDT reaches', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 13n), (units) => {
        const expected = units >= usdt('2000') ? usdt('500') : units / 5n + 10_000_000_000n
        expect(bonusAmount(units as Usdt, usdt('500'))).toBe(expected)
      }),
    )
  })

  it('waits, can be claimed for exactly seven days, and is over, in this order only', () => {
    const day = 86_400_000
    fc.assert(
      fc.property(fc.nat(10 ** 12), fc.array(fc.nat(10 * day), { maxLength: 20 }), (first, waits) => {
        const facts = { isOffered: true, claimed: false, firstDepositMs: first }
        for (const wait of [...waits, 0, 7 * day - 1, 7 * day])
          expect(bonusStateAt(facts, first + wait)).toBe(wait < 7 * day ? 'claimable' : 'over')
      }),
    )
  })
})

describe('a deposit', () => {
  it('is credited by money at any time, else rejected by staff or its expiry, else pending', () => {
    const instant = fc.option(fc.integer({ min: 1, max: 50 }))
    fc.assert(
      fc.property(
        instant,
        instant,
        instant,
        fc.integer({ min: 50, max: 100 }),
        (paid, rejected, expiry, end) => {
          const at = (instantMs: number | null, nowMs: number) =>
            instantMs !== null && instantMs <= nowMs ? instantMs : null
          for (let nowMs = 0; nowMs <= end; nowMs += 1) {
            const row = { paid_ms: at(paid, nowMs), rejected_ms: at(rejected, nowMs), expires_ms: expiry }
            const isOver = row.rejected_ms !== null || at(expiry, nowMs) !== null
            const unpaid = isOver ? 'rejected' : 'pending'
            expect(depositState(row, nowMs)).toBe(row.paid_ms === null ? unpaid : 'credited')
          }
        },
      ),
    )
  })
})
