export { startDelivery } from './jobs.ts'
export {
  type Address,
  type Letter,
  messagesTo,
  sendLetter,
  sendSecurityNotice,
  sendVerifyCodeMessage,
} from './service.ts'
export { deleteMessages as forgetMessagesTo, selectMessages as newestMessagesTo } from './store.ts'
