import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Usdt } from '../money/units.ts'
import { bonusAmount, bonusStateAt } from './bonus.ts'
import { type DepositLimits, judgeDeposit } from './judge.ts'
import { invoiceUnits, valuePayment } from './paymentValue.ts'
import { depositState, maxPendingDeposits } from './rules.ts'

// Random invoices valued by a model with its own arithmetic: values in satoshi, rates in cents, everything as a fraction of
// bigints that is divided once at the end. The rule under test works on decimal texts in other units.

const satoshi = 100_000_000n
const cents = 100n
const textOf = (units: bigint, scale: bigint): string => {
  const digits = String(scale).length - 1
  return `${units / scale}.${String(units % scale).padStart(digits, '0')}`
}

const payment = fc.record({
  satoshis: fc.bigInt(1n, 3_000_000n),
  isInTime: fc.boolean(),
  freshCents: fc.bigInt(1n, 9_000_000n),
})
const invoice = fc.record({
  dollars: fc.bigInt(1n, 2000n),
  rateCents: fc.bigInt(1_000_000n, 9_000_000n),
  /** Price of one USDT in hundredths of a cent. */
  perUsdt: fc.constantFrom(10_000n, 9900n, 10_100n, 9000n, 11_000n),
  freshPerUsdt: fc.constantFrom(10_000n, 9900n, 10_100n, 9000n, 11_000n),
  payments: fc.array(payment, { minLength: 1, maxLength: 6 }),
})

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)

it('each payment of a random invoice is worth what the model says, to the unit', () => {
  fc.assert(
    fc.property(invoice, ({ dollars, rateCents, perUsdt, freshPerUsdt, payments }) => {
      // Money of the invoice in satoshi-cents: value × rate.
      let dueModel = dollars * cents * satoshi
      let due = invoiceUnits(String(dollars)) ?? 0n
      for (const { satoshis, isInTime, freshCents } of payments) {
        const value = valuePayment({
          value: textOf(satoshis, satoshi),
          rate: textOf(rateCents, cents),
          freshRate: textOf(freshCents, cents),
          perUsdt: (perUsdt * 10_000n) as Usdt,
          freshPerUsdt: (freshPerUsdt * 10_000n) as Usdt,
          isInTime,
          due,
        })
        if (value === null) throw new Error('a readable payment has no value')
        const paid = satoshis * rateCents
        const covered = isInTime ? least(paid, dueModel) : 0n
        // Units of USDT: satoshi-cents ÷ (satoshi × cents) dollars ÷ price × 1e8.
        const usdtOf = (money: bigint, price: bigint) =>
          (money * 100_000_000n * 10_000n) / (satoshi * cents * price)
        expect(value.atInvoiceRate).toBe(usdtOf(covered, perUsdt))
        const beyond = paid - covered
        // beyond × min(rate, fresh) ÷ rate, at the dearer USDT; the rule may lose less than one unit more by its own division.
        const lower = least(rateCents, freshCents)
        const exact =
          (beyond * lower * 100_000_000n * 10_000n) /
          (rateCents * satoshi * cents * most(perUsdt, freshPerUsdt))
        expect(exact - value.repriced >= 0n && exact - value.repriced <= 1n).toBe(true)
        dueModel -= covered
        due -= value.covered
      }
      expect(dueModel >= 0n).toBe(true)
      expect(due * satoshi * cents).toBe(dueModel * 10n ** 36n)
    }),
    { numRuns: 400 },
  )
})

it('what an invoice covers is the same in any order of its payments in time, and never more than it asks', () => {
  fc.assert(
    fc.property(invoice, ({ dollars, rateCents, payments }) => {
      const cover = (order: typeof payments): bigint => {
        let due = invoiceUnits(String(dollars)) ?? 0n
        const all = due
        for (const { satoshis } of order) {
          const value = valuePayment({
            value: textOf(satoshis, satoshi),
            rate: textOf(rateCents, cents),
            freshRate: textOf(rateCents, cents),
            perUsdt: 100_000_000n as Usdt,
            freshPerUsdt: 100_000_000n as Usdt,
            isInTime: true,
            due,
          })
          due -= value?.covered ?? 0n
        }
        return all - due
      }
      expect(cover(payments)).toBe(cover(payments.toReversed()))
      expect(cover(payments) <= (invoiceUnits(String(dollars)) ?? 0n)).toBe(true)
    }),
  )
})

it('waiting for a better rate never pays: late is worth no more than in time, at any rate', () => {
  fc.assert(
    fc.property(payment, fc.bigInt(1_000_000n, 9_000_000n), ({ satoshis, freshCents }, rateCents) => {
      const worth = (isInTime: boolean): bigint => {
        const value = valuePayment({
          value: textOf(satoshis, satoshi),
          rate: textOf(rateCents, cents),
          freshRate: textOf(freshCents, cents),
          perUsdt: 100_000_000n as Usdt,
          freshPerUsdt: 100_000_000n as Usdt,
          isInTime,
          due: invoiceUnits('1000000') ?? 0n,
        })
        return (value?.atInvoiceRate ?? 0n) + (value?.repriced ?? 0n)
      }
      expect(worth(false) <= worth(true)).toBe(true)
    }),
  )
})

it('the bonus of random deposits by the calendar is that of a model in cents and hours', () => {
  const hourMs = 3_600_000
  const deposit = fc.record({
    cents: fc.integer({ min: 1000, max: 5_000_000 }),
    hour: fc.integer({ min: 0, max: 400 }),
  })
  fc.assert(
    fc.property(
      fc.array(deposit, { maxLength: 5 }),
      fc.integer({ min: 0, max: 400 }),
      fc.constantFrom(0, 10_000, 50_000, 100_000),
      (deposits, nowHour, maxCents) => {
        const first = deposits.toSorted((a, b) => a.hour - b.hour)[0]
        const facts = {
          isOffered: maxCents > 0,
          claimed: false,
          firstDepositMs: first === undefined ? null : first.hour * hourMs,
        }
        const age = first === undefined ? null : nowHour - first.hour
        const expected = maxCents === 0 ? 'off' : age === null ? 'waiting' : age < 168 ? 'claimable' : 'over'
        expect(bonusStateAt(facts, nowHour * hourMs)).toBe(expected)
        if (first === undefined) return
        // Millionths of a USDT: a fifth of cents needs no more.
        const bonus = Math.min(first.cents * 2000 + 100_000_000, maxCents * 10_000)
        expect(
          bonusAmount((BigInt(first.cents) * 1_000_000n) as Usdt, (BigInt(maxCents) * 1_000_000n) as Usdt),
        ).toBe(BigInt(bonus) * 100n)
      },
    ),
  )
})

it('a day of random deposits keeps the own limit and the number of pending ones, by a model', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('begin' as const), amount: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ kind: fc.constant('pay' as const), which: fc.nat(9) }),
    fc.record({ kind: fc.constant('expire' as const), which: fc.nat(9) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 100, max: 5000 }), (steps, limit) => {
      const units = (whole: number) => (BigInt(whole) * 100_000_000n) as Usdt
      const limits: DepositLimits = { min: units(10), max: units(300) }
      const pending: number[] = []
      let credited = 0
      for (const one of steps) {
        if (one.kind === 'begin') {
          const promised = credited + pending.reduce((sum, amount) => sum + amount, 0)
          const left = Math.max(0, limit - promised)
          const expected =
            one.amount < 10
              ? 'belowMin'
              : one.amount > 300
                ? 'aboveMax'
                : one.amount > left
                  ? 'ownLimit'
                  : pending.length >= 10
                    ? 'tooManyPending'
                    : null
          const ownLimit = { limit: units(limit), left: units(left), untilMs: 1 }
          const facts = { ...limits, isClosed: false, pausedUntilMs: null, ownLimit, pending: pending.length }
          expect(judgeDeposit(facts, units(one.amount)).problem?.kind ?? null).toBe(expected)
          if (expected === null) pending.push(one.amount)
        } else {
          const [amount] = pending.splice(one.which, 1)
          if (amount !== undefined && one.kind === 'pay') credited += amount
        }
        expect(credited + pending.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(limit)
        expect(pending.length).toBeLessThanOrEqual(maxPendingDeposits)
      }
    }),
  )
})

it('a deposit has one status at every instant, and a paid one is paid at all later ones', () => {
  const instant = fc.option(fc.integer({ min: 0, max: 20 }))
  fc.assert(
    fc.property(
      instant,
      instant,
      instant,
      fc.integer({ min: 0, max: 20 }),
      (paid, rejected, expires, nowMs) => {
        const facts = { paid_ms: paid, rejected_ms: rejected, expires_ms: expires }
        const expected =
          paid !== null
            ? 'credited'
            : rejected !== null || (expires !== null && expires <= nowMs)
              ? 'rejected'
              : 'pending'
        expect(depositState(facts, nowMs)).toBe(expected)
        // Once it is over, it stays over.
        if (expected !== 'pending') expect(depositState(facts, nowMs + 1)).toBe(expected)
      },
    ),
  )
})
