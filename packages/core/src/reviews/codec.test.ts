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
import { type CustomerSummary, customerSummaryFromWire, customerSummaryToWire } from './summary/codec.ts'
import { customerSummary } from './summary/wire.ts'
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

const customer: CustomerSummary = {
  ...{ assets: usdt('-0.5'), registeredMs: 1, deposited: usdt('5'), withdrawn: usdt('2'), firstDepositMs: 2 },
  velocity: [{ hours: 24, deposited: usdt('1'), deposits: 1, withdrawn: usdt('0.00000001'), withdrawals: 2 }],
  destination: { firstMs: 3, sent: 4, isShared: true },
  device: { firstMs: 5, lastMs: 6 },
  withdrawals: { sent: 1, rejected: 2, cancelled: 3 },
  deposits: { credited: 4, rejected: 5 },
  loans: { owed: usdt('9.5'), repaid: 6, settled: 7, rejected: 8, isOverdue: true },
  lastRejection: { reason: 'bad_address', atMs: 7 },
  locks: { count: 1, running: 'sanctions', lastMs: 8 },
  identity: { state: 'rejected', atMs: 9 },
}
const unknown: CustomerSummary = {
  ...customer,
  ...{ firstDepositMs: null, destination: null, device: null, lastRejection: null, identity: null },
  ...{ velocity: [], locks: { count: 0, running: null, lastMs: null } },
}

it('what a reviewer knows about a customer has the names of the wire', () => {
  expect(customerSummaryToWire(customer)).toEqual({
    ...{ assets: '-0.5', registered: 1, deposited: '5', withdrawn: '2', firstDeposit: 2 },
    velocity: [{ hours: 24, deposited: '1', deposits: 1, withdrawn: '0.00000001', withdrawals: 2 }],
    destination: { first: 3, sent: 4, shared: true },
    device: { first: 5, last: 6 },
    withdrawals: { sent: 1, rejected: 2, cancelled: 3 },
    deposits: { credited: 4, rejected: 5 },
    loans: { owed: '9.5', repaid: 6, settled: 7, rejected: 8, isOverdue: true },
    lastRejection: { reason: 'bad_address', time: 7 },
    locks: { count: 1, running: 'sanctions', last: 8 },
    kyc: { status: 3, time: 9 },
  })
  for (const one of [customer, unknown])
    expect(customerSummaryFromWire(customerSummary.parse(customerSummaryToWire(one)))).toEqual(one)
})

it('an opened item returns as it was sent, with what belongs to its opening', () => {
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
