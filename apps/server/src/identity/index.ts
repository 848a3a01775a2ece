export { customerRegistered } from './events.ts'
export { purgeExpiredSessions, purgeAttempts, startPurgeJobs } from './jobs.ts'
export { countryPage, identityRoutes } from './routes.ts'
export { freezeAccount } from './service/account.ts'
export { referralLink } from './service/referralSummary.ts'
export { sendVerifyCode } from './service/codes.ts'
export { verifySignInPassword, verifyWithdrawPassword } from './service/passwords.ts'
export { type Profile, getProfile } from './service/profile.ts'
export { type AccountType, findRecipient } from './service/recipients.ts'
export { createCustomer, register } from './service/register.ts'
export { parseCustomerSearch, type CustomerSearch } from './service/search.ts'
export { authenticateCustomer, login, type SessionLookup } from './service/sessions.ts'
export {
  activationOf,
  closeCustomer,
  lockCustomerById,
  type CustomerFlags,
  setActivation,
  updateCustomerFlags,
  findCustomerFlags,
} from './service/customerFlags.ts'
export { selectSecurity as securityOf } from './store/customers.ts'
export {
  type CustomerRecord,
  findCustomer as personOf,
  listCustomers as findPersons,
  selectSessionsOf as sessionsOf,
  selectUsernames as usernamesOf,
} from './store/customerSearch.ts'
export { type Recipient, selectPhones as phonesOf } from './store/recipients.ts'
export { updateSessionsEnded } from './store/sessions.ts'
