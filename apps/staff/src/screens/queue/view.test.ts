import type { Review } from '@glasshouse/core/reviews/codec'
import { describe, expect, it } from 'vitest'
import { adjacentRow, firstView, inScope, readView, requestOf, timeLeft, viewQuery } from './view.ts'

const hour = 3_600_000
const row = (id: number, other: Partial<Review> = {}): Review => ({
  kind: 'withdrawal',
  id,
  uid: 10_001,
  username: 'x',
  createdMs: 1_000_000,
  ageMs: hour,
  deadlineMs: null,
  isOverdue: false,
  state: 'pending',
  summary: 's',
  amount: null,
  approvals: 0,
  needed: 1,
  holder: null,
  decidedMs: null,
  remark: null,
  reason: null,
  fields: [],
  isDuplicate: null,
  ...other,
})

describe('a view in the address', () => {
  it('survives a round trip', () => {
    const view = {
      ...firstView,
      kind: 'deposit',
      state: 'rejected',
      text: 'a b',
      only: 'mine',
      sort: 'deadline',
      page: 3,
    } as const
    expect(readView(new URLSearchParams(viewQuery(view)).toString())).toEqual(view)
    expect(viewQuery(firstView)).toEqual({})
  })

  it('is read from an address that an earlier version saved, with the number of its state', () => {
    const states = ['0', '1', '2', '3', 'approved', ''].map((status) => readView(`status=${status}`).state)
    expect(states).toEqual(['pending', 'approved', 'rejected', 'pending', 'approved', 'pending'])
    expect(readView('status=1&state=rejected').state).toBe('rejected')
  })

  it('falls back to the first view for unknown values', () => {
    expect(readView('kind=%3Cb%3E&state=x&only=x&sort=y&page=-1')).toEqual(firstView)
    expect(readView('kind=%3Cb%3E&status=9&only=x&sort=y&page=-1')).toEqual(firstView)
  })

  it('omits kind and text from the request unless set', () => {
    expect(requestOf(firstView)).toEqual({
      status: 0,
      pageNum: 1,
      pageSize: 100,
      orderByColumn: 'createtime',
      isAsc: 'asc',
    })
    expect(requestOf({ ...firstView, only: 'due' })).toMatchObject({ only: 'due' })
    expect(requestOf({ ...firstView, kind: 'deposit', text: ' 17 ' })).toMatchObject({
      kind: 'deposit',
      text: '17',
    })
  })
})

it('computes the time left from the business calendar and the time since the response', () => {
  const due = row(1, { deadlineMs: 1_000_000 + 5 * hour })
  expect(timeLeft(due, 0)).toBe(4 * hour)
  expect(timeLeft(due, 5 * hour)).toBe(-hour)
  expect(timeLeft(row(2), 0)).toBeNull()
})

it('filters by due, own, half approved and unassigned', () => {
  const rows = [
    row(1, { deadlineMs: 1_000_000 + 5 * hour }),
    row(2, { deadlineMs: 1_000_000 + 6 * hour, holder: { id: 7, name: 'n', untilMs: 0 } }),
    row(3, { approvals: 1, needed: 2 }),
  ]
  const ids = (only: Parameters<typeof inScope>[1]) => inScope(rows, only, 7, 0).map(({ id }) => id)
  expect([ids('all'), ids('due'), ids('mine'), ids('second'), ids('free')]).toEqual([
    [1, 2, 3],
    [1],
    [2],
    [3],
    [1, 3],
  ])
})

it('moves from row to row and stops at the ends', () => {
  const rows = [row(1), row(2)]
  expect(adjacentRow(rows, null, 1)?.id).toBe(1)
  expect(adjacentRow(rows, null, -1)?.id).toBe(2)
  expect(adjacentRow(rows, { kind: 'withdrawal', id: 1 }, 1)?.id).toBe(2)
  expect(adjacentRow(rows, { kind: 'withdrawal', id: 2 }, 1)).toBeUndefined()
  expect(adjacentRow(rows, { kind: 'deposit', id: 2 }, 1)?.id).toBe(1)
})
