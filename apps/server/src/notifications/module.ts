import { notificationJobs, purgeNotices, startDeliveryWorker } from './jobs.ts'
import { noticeRoutes } from './routes.ts'
import { sealedMessages } from './service/messages.ts'

/** What the composition root connects of this module. */
export const notificationsModule = {
  jobs: notificationJobs,
  routes: noticeRoutes,
  sealedColumns: [sealedMessages],
  provides: {
    startDeliveryWorker,
    purgeNotices,
  },
}
