export { startDelivery } from './jobs.ts'
export { type Address, messagesTo, sendSecurityNotice, sendVerifyCodeMessage } from './service.ts'
export { deleteMessages as forgetMessagesTo, selectMessages as newestMessagesTo } from './store.ts'
