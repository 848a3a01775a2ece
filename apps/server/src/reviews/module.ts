import { updateQueueMetrics } from './jobs.ts'
import { complaintPersonalData } from './personalData.ts'
import { complaintReviews } from './service/complaints.ts'
import { complaintRoutes, reviewRoutes } from './staff.ts'

export type { ReviewItemDeps } from './service/read.ts'

/** What the composition root connects of this module. */
export const reviewsModule = {
  personalData: complaintPersonalData,
  routes: reviewRoutes,
  provides: {
    updateQueueMetrics,
    complaintReviews,
    complaintRoutes,
  },
}
