/** What tests and tools use of this module besides its public API. */
export { purgeNotices, startDeliveryWorker } from './jobs.ts'
export { noticeRoutes } from './routes.ts'
export { listNotices } from './service/notices.ts'
