export { customerLockedKind, customerRegisteredKind } from './events.ts'

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
export { assertNotLocked, findAccountLock, runningLock } from './service/locks.ts'

export { postNotice, postNotices } from './service/notices.ts'

export { verifySignInPassword, verifyWithdrawPassword } from './service/passwords.ts'
export { findAccountPause, runningPause } from './service/pause.ts'

export { getProfile } from './service/profile.ts'
export { findRecipient } from './service/recipients.ts'
export { referralLink } from './service/referralLink.ts'
export { createCustomer } from './service/register.ts'
export { type CustomerSearch, parseCustomerSearch } from './service/search.ts'

export { authenticateCustomer } from './service/sessions.ts'
export {
  findStaffLock,
  listAccountLocks,
  type SetAccountLockCommand,
  setAccountLock,
} from './service/staffLocks.ts'
export {
  type CustomerRecord,
  countCustomers,
  findCustomer as personOf,
  listCustomers as findPersons,
  listSessionsOf as sessionsOf,
  listUsernames as usernamesOf,
} from './store/customerSearch.ts'
export { findSecurity as securityOf, listBrokers, listReferrers, updateBrokers } from './store/customers.ts'
export { listLockedAt, listLockTimes } from './store/locks.ts'
export { type Author, listAuthors, listPhones as phonesOf, type Recipient } from './store/recipients.ts'
