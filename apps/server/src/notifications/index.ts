export { startDeliveryWorker } from './jobs.ts'
export {
  type Address,
  type Email,
  listMessagesTo,
  queueEmail,
  queueLinkMessage,
  queueVerificationCode,
  sendSecurityNotice,
} from './service.ts'
export { deleteMessages as forgetMessagesTo, selectMessages as newestMessagesTo } from './store.ts'
export type { SecurityChange } from './templates.ts'
