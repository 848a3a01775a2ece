export { type Address, messagesTo, sendVerifyCodeMessage } from './service.ts'
