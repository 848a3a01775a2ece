/** What tests and tools use of this module besides its public API. */

export { purgeAttempts, purgeExpiredSessions } from './jobs.ts'
export { countryPage, identityRoutes } from './routes.ts'
export { findApiKeyOf } from './service/apiKeys.ts'
export { sendVerifyCode } from './service/codes.ts'
export { endLock, startLock } from './service/locks.ts'
export { runLostFactors } from './service/lostFactor.ts'
export { customerKind } from './service/principal.ts'
export { register } from './service/register.ts'
export { endCustomerSessions } from './service/sessionEnd.ts'
export { login } from './service/sessions.ts'
export { findStepUpStatus } from './service/stepUp.ts'
export { streamSessions } from './service/streamTickets.ts'
