import { notificationJobs, purgeNotices, startDeliveryWorker } from './jobs.ts'
import { noticePersonalData } from './personalData.ts'
import { noticeRoutes } from './routes.ts'
import { sealedMessages } from './service/messages.ts'

/** What the composition root connects of this module. */
export const notificationsModule = {
  personalData: noticePersonalData,
  jobs: notificationJobs,
  routes: noticeRoutes,
  sealedColumns: [sealedMessages],
  provides: {
    startDeliveryWorker,
    purgeNotices,
  },
}
