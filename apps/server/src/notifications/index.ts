export { startDeliveryWorker } from './jobs.ts'
export {
  type Address,
  type Email,
  listMessagesTo,
  queueEmail,
  queueVerificationCode,
  sendSecurityNotice,
} from './service.ts'
export { deleteMessages as forgetMessagesTo, selectMessages as newestMessagesTo } from './store.ts'
