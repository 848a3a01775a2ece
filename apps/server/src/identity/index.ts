export { customerLockedKind, customerRegisteredKind } from './events.ts'
export { identityJobs, purgeAttempts, purgeExpiredSessions } from './jobs.ts'
export { countryPage, identityRoutes } from './routes.ts'
export { findApiKeyOf, sealedApiKeySecrets } from './service/apiKeys.ts'
export { sendVerifyCode } from './service/codes.ts'
export {
  activationOf,
  closeCustomer,
  findCustomerFlags,
  lockCustomerById,
  provenAddresses,
  setActivation,
  updateCustomerFlags,
} from './service/customerFlags.ts'
export { sendSecurityLetters } from './service/letters.ts'
export {
  type AccountLock,
  accountLockOf,
  adoptLock,
  assertNotLocked,
  canOneManagerLock,
  endLock,
  extendLock,
  findAccountLock,
  runningLock,
  startLock,
} from './service/locks.ts'
export { runLostFactors } from './service/lostFactor.ts'
export { postNotice, postNotices } from './service/notices.ts'
export { listCustomerPasskeys } from './service/passkeys.ts'
export { verifySignInPassword, verifyWithdrawPassword } from './service/passwords.ts'
export { findAccountPause, runningPause } from './service/pause.ts'
export { customerKind } from './service/principal.ts'
export { getProfile } from './service/profile.ts'
export { findRecipient } from './service/recipients.ts'
export { referralLink } from './service/referralLink.ts'
export { createCustomer, register } from './service/register.ts'
export { type CustomerSearch, parseCustomerSearch } from './service/search.ts'

export { endCustomerSessions } from './service/sessionEnd.ts'
export { authenticateCustomer, login } from './service/sessions.ts'
export { findStepUpStatus } from './service/stepUp.ts'
export { streamSessions } from './service/streamTickets.ts'

export { listApiKeyRows } from './store/apiKeys.ts'
export {
  type CustomerRecord,
  countCustomers,
  findCustomer as personOf,
  listCustomers as findPersons,
  listSessionsOf as sessionsOf,
  listUsernames as usernamesOf,
} from './store/customerSearch.ts'
export { findSecurity as securityOf, listBrokers, listReferrers, updateBrokers } from './store/customers.ts'
export { findNewestDevice, listDevices } from './store/devices.ts'
export {
  findListedLock,
  type ListedLock,
  type LockRow,
  listLockedAt,
  listLocks,
  listLocksOf,
  listLockTimes,
  listNewestLocks,
} from './store/locks.ts'
export { type Author, listAuthors, listPhones as phonesOf, type Recipient } from './store/recipients.ts'
