import { usdt } from '@glasshouse/core/money/units'
import type { CustomerSummary } from '@glasshouse/core/reviews/summary/codec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factGroupsOf } from './summary.ts'

const day = 86_400_000
const now = Date.UTC(2026, 5, 16, 11)
const past = fc.integer({ min: 0, max: 400 }).map((days) => now - days * day)
const count = fc.nat(500)
const money = fc.nat(10 ** 9).map((cents) => usdt((cents / 100).toFixed(2)))
const summary: fc.Arbitrary<CustomerSummary> = fc.record({
  registeredMs: past,
  assets: money,
  deposited: money,
  withdrawn: money,
  firstDepositMs: fc.option(past),
  velocity: fc.tuple(money, count, money, count).map(([deposited, deposits, withdrawn, withdrawals]) => [
    { hours: 24, deposited, deposits, withdrawn, withdrawals },
    { hours: 168, deposited, deposits, withdrawn, withdrawals },
  ]),
  destination: fc.option(fc.record({ firstMs: past, sent: count, isShared: fc.boolean() })),
  device: fc.option(fc.record({ firstMs: past, lastMs: fc.constant(now) })),
  withdrawals: fc.record({ sent: count, rejected: count, cancelled: count }),
  deposits: fc.record({ credited: count, rejected: count }),
  loans: fc.record({
    ...{ repaid: count, settled: count, rejected: count, owed: money },
    isOverdue: fc.boolean(),
  }),
  lastRejection: fc.option(
    fc.record({ reason: fc.constantFrom('sanctions', 'fraud_suspected'), atMs: past }),
  ),
  locks: fc.record({
    count,
    running: fc.option(fc.constantFrom('stolen_access' as const, 'sanctions' as const)),
    lastMs: fc.option(past),
  }),
  identity: fc.option(
    fc.record({
      state: fc.constantFrom('pending' as const, 'approved' as const, 'rejected' as const),
      atMs: past,
    }),
  ),
})

describe('what a reviewer decides by', () => {
  it('marks exactly what is young, new, shared, rejected, locked or not identified', () => {
    fc.assert(
      fc.property(summary, (one) => {
        const facts = factGroupsOf(one, now).flatMap((group) => group.facts)
        const marked = facts.filter(({ isNotable }) => isNotable === true).map(({ name }) => name)
        const isYoung = (ms: number) => now - ms < 7 * day
        const expected = [
          ...(isYoung(one.registeredMs) ? ['Account'] : []),
          ...(one.device === null || isYoung(one.device.firstMs) ? ['Newest device'] : []),
          ...(one.destination === null
            ? []
            : [
                ...(isYoung(one.destination.firstMs) ? ['Destination first used'] : []),
                ...(one.destination.sent === 0 ? ['Sent to it before'] : []),
                ...(one.destination.isShared ? ['Other customers with it'] : []),
              ]),
          ...(one.loans.settled > 0 ? ['Other loans'] : []),
          ...(one.loans.isOverdue ? ['Owed on loans'] : []),
          ...(one.lastRejection === null ? [] : ['Last rejection']),
          ...(one.locks.running === null ? [] : ['Locks']),
          ...(one.identity?.state === 'approved' ? [] : ['Proof of identity']),
        ]
        expect(marked.toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns: 300 },
    )
  })

  it('shows every figure and leaks no missing one', () => {
    fc.assert(
      fc.property(summary, (one) => {
        const groups = factGroupsOf(one, now)
        expect(groups).toHaveLength(3)
        const facts = groups.flatMap((group) => group.facts)
        expect(new Set(facts.map(({ name }) => name)).size).toBe(facts.length)
        for (const { name, value } of facts) {
          expect([name, value.trim()]).not.toEqual([name, ''])
          expect(value).not.toMatch(/undefined|null|NaN|Invalid/)
        }
        const text = (name: string) => facts.find((fact) => fact.name === name)?.value ?? ''
        const { sent, rejected, cancelled } = one.withdrawals
        expect(text('Other withdrawals')).toBe(`${sent} sent, ${rejected} rejected, ${cancelled} cancelled`)
        expect(text('Deposits of 24 h').startsWith('none')).toBe(one.velocity[0]?.deposits === 0)
        expect(text('Withdrawals of 7 d').endsWith('request')).toBe(one.velocity[1]?.withdrawals === 1)
        // Without a destination nothing is said about one.
        expect(facts.some(({ name }) => name === 'Sent to it before')).toBe(one.destination !== null)
      }),
    )
  })
})
