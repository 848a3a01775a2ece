import { expect, it } from 'vitest'
import { isPendingReview } from './codec.ts'
import { reviewStatuses } from './wire.ts'

it('is pending only before a decision', () => {
  expect(reviewStatuses.filter((status) => isPendingReview({ status }))).toEqual([0])
})
