import { describe, expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { usdt } from '../money/units.ts'
import {
  assignReviewFromWire,
  assignReviewToWire,
  isPendingReview,
  type Review,
  type ReviewItem,
  reviewFromWire,
  reviewItemFromWire,
  reviewItemToWire,
  reviewState,
  reviewsFromWire,
  reviewToWire,
} from './codec.ts'
import type { CustomerSummary } from './summary.ts'
import { reviewKinds, reviewStatuses } from './wire.ts'

const review: Review = {
  ...{ kind: 'deposit', id: 7, uid: 10_001, username: 'ada', createdMs: 1, ageMs: 2, deadlineMs: 3 },
  ...{ isOverdue: true, state: 'rejected', summary: 'Deposit 100 USDT', amount: usdt('100.5') },
  ...{ approvals: 1, needed: 2, holder: { id: 4, name: 'Staff 04', untilMs: 5 }, decidedMs: 6 },
  ...{ remark: 'No.', reason: 'bad_address', isDuplicate: false },
  fields: [{ name: 'network', value: 'TRC20', form: 'text' }],
}
const bare: Review = {
  ...review,
  ...{ uid: null, deadlineMs: null, isOverdue: false, amount: null, holder: null, decidedMs: null },
  ...{ remark: null, reason: null, isDuplicate: null, fields: [] },
}
const { data: list } = calls['/staff/api/reviewList']

describe('an item of the review queue', () => {
  it('has the names of the wire', () => {
    expect(reviewToWire(review)).toEqual({
      ...{ kind: 'deposit', id: 7, uid: 10_001, username: 'ada', createtime: 1, age: 2, deadline: 3 },
      ...{ overdue: true, status: 2, summary: 'Deposit 100 USDT', amount: '100.5', approvals: 1, needed: 2 },
      ...{ holder: { id: 4, name: 'Staff 04', until: 5 }, decided: 6, remark: 'No.', reason: 'bad_address' },
      ...{ fields: [{ name: 'network', value: 'TRC20', form: 'text' }], duplicate: false },
    })
    expect(reviewToWire(bare)).not.toHaveProperty('duplicate')
  })
  it.each(['pending', 'approved', 'rejected'] as const)(
    'that is %s returns as it was sent, of every kind, with everything and with nothing that may be absent',
    (state) => {
      const all = reviewKinds.flatMap((kind) => [review, bare].map((one) => ({ ...one, kind, state })))
      expect(reviewsFromWire(list.parse(all.map(reviewToWire)))).toEqual(all)
      expect(all.map(isPendingReview)).toEqual(all.map(() => state === 'pending'))
    },
  )
  it('is refused where its amount is no number', () => {
    expect(() => reviewFromWire({ ...reviewToWire(review), amount: '1,5' })).toThrow(RangeError)
  })
  it('has one state for each status', () => {
    expect(reviewStatuses.map((status) => reviewState({ status }))).toEqual([
      'pending',
      'approved',
      'rejected',
    ])
  })
})

it('an opened item returns as it was sent, with what belongs to its opening', () => {
  const customer = { registered: 1, deposited: '5' } as CustomerSummary
  const opened: ReviewItem = {
    ...review,
    customer,
    secrets: [{ name: 'front', value: '/api/uploads/x', form: 'picture' }],
    decisions: [{ staff: 'Staff 04', decision: 'approve', remark: 'Fine.', atMs: 9 }],
    reasons: ['bad_address'],
    may: { approve: true, reject: false },
  }
  const answer = reviewItemToWire(opened)
  expect(answer).toMatchObject({
    decisions: [{ staff: 'Staff 04', decision: 'approve', remark: 'Fine.', time: 9 }],
    ...{ createtime: 1, reasons: ['bad_address'], may: { approve: true, reject: false } },
  })
  expect(reviewItemFromWire(answer)).toEqual(opened)
})

it.each([
  [true, 1],
  [false, 0],
] as const)('an assignment (%s) is written as it is read', (isTaken, take) => {
  const command = { kind: 'loan', id: 4, isTaken } as const
  expect(assignReviewToWire(command)).toEqual({ kind: 'loan', id: 4, take })
  const { request } = calls['/staff/api/reviewTake']
  expect(assignReviewFromWire(request.parse(assignReviewToWire(command)))).toEqual(command)
})
