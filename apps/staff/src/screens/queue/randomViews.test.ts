import { isPendingReview } from '@glasshouse/core/reviews/codec'
import { reviewKinds } from '@glasshouse/core/reviews/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  adjacentRow,
  inScope,
  type QueueScope,
  type QueueView,
  readView,
  requestOf,
  timeLeft,
  viewQuery,
} from './view.ts'

type Row = Parameters<typeof inScope>[0][number]

const anyView: fc.Arbitrary<QueueView> = fc.record({
  kind: fc.constantFrom('', ...reviewKinds),
  state: fc.constantFrom('pending' as const, 'approved' as const, 'rejected' as const),
  text: fc.string({ maxLength: 254 }),
  only: fc.constantFrom<QueueScope>('all', 'due', 'mine', 'second', 'free'),
  sort: fc.constantFrom('oldest' as const, 'newest' as const, 'deadline' as const),
  page: fc.integer({ min: 1, max: 10_000 }),
})

it('any view survives the address, and its query says only what differs from the first view', () => {
  fc.assert(
    fc.property(anyView, (view) => {
      const query = new URLSearchParams(viewQuery(view)).toString()
      expect(readView(query)).toEqual(view)
      expect(readView(`?${query}`)).toEqual(view)
    }),
  )
})

it('any address is a view that can be asked for, whatever stands in it', () => {
  const names = fc.constantFrom('kind', 'state', 'status', 'text', 'only', 'sort', 'page', 'other')
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.string({ maxLength: 300 })), { maxLength: 8 }), (parameters) => {
      const view = readView(new URLSearchParams(parameters).toString())
      expect(view.kind).toMatch(/^\w{0,20}$/)
      expect(['pending', 'approved', 'rejected']).toContain(view.state)
      expect(view.text.length).toBeLessThanOrEqual(254)
      expect(Number.isSafeInteger(view.page) && view.page > 0).toBe(true)
      const { pageNum, pageSize, text } = requestOf(view)
      expect([pageNum, pageSize]).toEqual([view.page, 100])
      if (text !== undefined) expect(text).toBe(String(text).trim())
    }),
  )
})

const hour = 3_600_000
const anyRow: fc.Arbitrary<Row> = fc
  .record({
    id: fc.integer({ min: 1, max: 10 ** 9 }),
    createdMs: fc.integer({ min: 0, max: 10 * hour }),
    ageMs: fc.integer({ min: 0, max: 30 * hour }),
    deadlineMs: fc.option(fc.integer({ min: 0, max: 50 * hour })),
    approvals: fc.integer({ min: 0, max: 2 }),
    needed: fc.integer({ min: 1, max: 2 }),
    state: fc.constantFrom('pending' as const, 'approved' as const, 'rejected' as const),
    holder: fc.option(fc.integer({ min: 1, max: 3 })),
  })
  .map(({ holder, ...row }) => ({
    ...row,
    kind: 'withdrawal' as const,
    uid: 10_001,
    username: 'x',
    isOverdue: false,
    summary: 's',
    amount: null,
    holder: holder === null ? null : { id: holder, name: `Staff ${holder}`, untilMs: 0 },
    decidedMs: null,
    remark: null,
    reason: null,
    fields: [],
    isDuplicate: null,
  }))

describe('the filters of a page', () => {
  it('keep rows in their order, and each keeps exactly what its name says', () => {
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 12 }),
        fc.integer({ min: 0, max: 9 * hour }),
        (rows, sinceMs) => {
          const of = (only: QueueScope) => inScope(rows, only, 2, sinceMs)
          expect(of('all')).toEqual(rows)
          expect(of('mine')).toEqual(rows.filter((row) => row.holder !== null && row.holder.id === 2))
          expect(of('free')).toEqual(rows.filter((row) => row.holder === null))
          // Due: no more than four hours are left by the calendar of the server, overdue ones included.
          expect(of('due')).toEqual(
            rows.filter(
              (row) =>
                row.deadlineMs !== null && row.createdMs + row.ageMs + sinceMs + 4 * hour >= row.deadlineMs,
            ),
          )
          expect(of('second')).toEqual(
            rows.filter((row) => isPendingReview(row) && row.approvals >= 1 && row.approvals < row.needed),
          )
        },
      ),
    )
  })

  it('count down by the server’s calendar: a wrong clock of the device changes nothing', () => {
    fc.assert(
      fc.property(anyRow, fc.nat(hour), fc.nat(hour), (row, first, more) => {
        const [before, after] = [timeLeft(row, first), timeLeft(row, first + more)]
        expect(before === null).toBe(row.deadlineMs === null)
        if (before !== null && after !== null) expect(before - after).toBe(more)
      }),
    )
  })
})

it('stepping through a page visits every row once and stops at both ends', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyRow, { selector: ({ id }) => id, minLength: 1, maxLength: 12 }), (rows) => {
      for (const [step, expected] of [
        [1, rows],
        [-1, rows.toReversed()],
      ] as const) {
        const seen: Row[] = []
        let current = adjacentRow(rows, null, step)
        while (current !== undefined) {
          seen.push(current)
          current = adjacentRow(rows, current, step)
        }
        expect(seen).toEqual(expected)
      }
      // A row that is gone from the page begins anew.
      expect(adjacentRow(rows, { kind: 'withdrawal', id: -1 }, 1)).toBe(rows[0])
      expect(adjacentRow([], null, 1)).toBeUndefined()
    }),
  )
})
