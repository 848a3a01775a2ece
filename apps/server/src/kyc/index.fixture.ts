/** What tests and tools use of this module besides its public API. */

export { kycRoutes } from './routes.ts'
export { purgeIdentityHashes } from './service/erase.ts'
export { findIdentity, listKycViewsOf, noteKycPictureView, recheckIdentity } from './service/record.ts'
export type { KycDeps } from './service/submit.ts'
