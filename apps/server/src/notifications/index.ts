export { complaintLetter, lockLetter, unlockLetter } from './lockTemplates.ts'

export {
  type Address,
  listMessagesTo,
  queueEmail,
  queueLinkMessage,
  queueVerificationCode,
  sendSecurityNotice,
} from './service/messages.ts'
export {
  listNotices,
  type NewNotice,
  type NoticeClock,
  writeNotices,
} from './service/notices.ts'
export { listSwitches } from './service/switches.ts'
export {
  deleteMessages as forgetMessagesTo,
  findLetterWord,
  findOldestWaiting,
  listMessages as newestMessagesTo,
  upsertLetterWord,
} from './store/messages.ts'
export { deleteNotices } from './store/notices.ts'
export type { SecurityChange } from './templates.ts'
