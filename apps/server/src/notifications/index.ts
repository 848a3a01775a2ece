export { complaintLetter, lockLetter, unlockLetter } from './lockTemplates.ts'
export {
  type Address,
  findOldestWaiting,
  listMessagesTo,
  queueEmail,
  queueLinkMessage,
  queueVerificationCode,
  sendSecurityNotice,
} from './service/messages.ts'
export { type NewNotice, writeNotices } from './service/notices.ts'

export { findLetterWord, upsertLetterWord } from './store/messages.ts'

export type { SecurityChange } from './templates.ts'
