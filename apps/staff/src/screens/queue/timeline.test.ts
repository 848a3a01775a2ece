import { expect, it } from 'vitest'
import { timelineOf } from './timeline.ts'

const record = (id: number, action: string, staffId: number | null, after: unknown = null) => ({
  id,
  n: id,
  hash: '',
  atMs: id * 1000,
  staffId,
  staff: staffId === null ? null : `Staff ${staffId}`,
  action,
  target: 'deposit 1',
  before: null,
  after,
  ip: '',
  userAgent: '',
})

it('names the actor, calls the reader You, and counts consecutive reads', () => {
  const steps = timelineOf(
    [
      record(5, 'reviewDecide', 2, { decision: 'reject', remark: 'Not arrived.' }),
      record(7, 'auditLog', 1),
      record(4, 'reviewItem', 1),
      record(3, 'reviewItem', 1),
      record(2, 'reviewItem', 2),
      record(1, 'somethingNew', null),
    ],
    1,
  )
  expect(steps.map(({ title, note }) => [title, note])).toEqual([
    ['Staff 2 rejected it', 'Not arrived.'],
    ['You opened it', '2 times'],
    ['Staff 2 opened it', null],
    ['Somebody something new', null],
  ])
})
