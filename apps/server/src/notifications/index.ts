export { startDeliveryWorker } from './jobs.ts'
export { complaintLetter, lockLetter, unlockLetter } from './lockTemplates.ts'
export {
  type Address,
  type Email,
  type LetterRecipient,
  listMessagesTo,
  queueEmail,
  queueLinkMessage,
  queueVerificationCode,
  sealedMessages,
  sendSecurityNotice,
} from './service.ts'
export {
  deleteMessages as forgetMessagesTo,
  findLetterWord,
  findOldestWaiting,
  selectMessages as newestMessagesTo,
  upsertLetterWord,
} from './store.ts'
export type { SecurityChange } from './templates.ts'
