export { startDeliveryWorker } from './jobs.ts'
export {
  type Address,
  type Email,
  listMessagesTo,
  queueEmail,
  sendSecurityNotice,
  queueVerificationCode,
} from './service.ts'
export { deleteMessages as forgetMessagesTo, selectMessages as newestMessagesTo } from './store.ts'
