import { type AnyRoute, route } from '../platform/index.ts'
import { assignReview, decideReview } from './service/decide.ts'
import { getReview, listReviews, type ReviewDeps } from './service/read.ts'

/** Calls of the review queue. */
export const reviewRoutes = (deps: ReviewDeps): AnyRoute[] => [
  route('/staff/api/reviewList', async ({ body, staff, ip, userAgent }) =>
    listReviews(deps, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/reviewItem', async ({ body, staff, ip, userAgent }) =>
    getReview(deps, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/reviewTake', async ({ body, staff, ip, userAgent }) =>
    assignReview(deps, staff, { ip, userAgent }, body),
  ),
  route('/staff/api/reviewDecide', async ({ body, staff, ip, userAgent }) =>
    decideReview(deps, staff, { ip, userAgent }, body),
  ),
]
