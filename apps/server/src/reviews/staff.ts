import {
  assignReviewFromWire,
  listReviewsFromWire,
  reviewItemToWire,
  reviewToWire,
} from '@glasshouse/core/reviews/codec'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { complain } from './service/complaints.ts'
import { assignReview, decideReview } from './service/decide.ts'
import { getReview, listReviews, type ReviewItemDeps } from './service/read.ts'

/** The call of customers whose items staff answer. */
export const complaintRoutes = (deps: Pick<Platform, 'clock' | 'database'>): AnyRoute[] => [
  route('/api/user/complain', async ({ customer, body }) => complain(deps, customer.uid, body.text)),
]

/** Calls of the review queue. */
export const reviewRoutes = (deps: ReviewItemDeps): AnyRoute[] => [
  route('/staff/api/reviewList', async ({ body, staff, ip, userAgent }) => {
    const { rows, total } = await listReviews(deps, staff, { ip, userAgent }, listReviewsFromWire(body))
    return { rows: rows.map(reviewToWire), total }
  }),
  route('/staff/api/reviewItem', async ({ body, staff, ip, userAgent }) =>
    reviewItemToWire(await getReview(deps, staff, { ip, userAgent }, body)),
  ),
  route('/staff/api/reviewTake', async ({ body, staff, ip, userAgent }) => {
    const { untilMs } = await assignReview(deps, staff, { ip, userAgent }, assignReviewFromWire(body))
    return { until: untilMs }
  }),
  route('/staff/api/reviewDecide', async ({ body, staff, ip, userAgent }) =>
    reviewToWire(await decideReview(deps, staff, { ip, userAgent }, body)),
  ),
]
