export { customerRegistered } from './events.ts'
export { forgetExpiredSessions, forgetOldTries, startForgetting } from './jobs.ts'
export { countryPage, identityRoutes } from './routes.ts'
export { freeze } from './service/account.ts'
export { invitationLink } from './service/referralSummary.ts'
export { sendVerifyCode } from './service/codes.ts'
export { verifyOwnPassword, verifyWithdrawPassword } from './service/passwords.ts'
export { type Profile, profileOf } from './service/profile.ts'
export { type AccountType, findRecipient } from './service/recipients.ts'
export { createCustomer, register } from './service/register.ts'
export { readSearch, type Search } from './service/search.ts'
export { customerOf, login, type SessionOf } from './service/sessions.ts'
export {
  activationOf,
  eraseCustomer,
  lockPerson,
  type Standing,
  setActivation,
  setStanding,
  standingOf,
} from './service/customerFlags.ts'
export { selectSecurity as securityOf } from './store/customers.ts'
export {
  type Person,
  selectPerson as personOf,
  selectPersons as findPersons,
  selectSessionsOf as sessionsOf,
  selectUsernames as usernamesOf,
} from './store/customerSearch.ts'
export { type Recipient, selectPhones as phonesOf } from './store/recipients.ts'
export { endSessionsOf } from './store/sessions.ts'
