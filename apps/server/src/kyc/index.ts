export { kycJobs } from './jobs.ts'
export { kycRoutes } from './routes.ts'
export { eraseKyc, purgeIdentityHashes } from './service/erase.ts'
export {
  countKycApproved,
  findIdentity,
  findKycState,
  isKycApproved,
  listKycOf,
  listKycViewsOf,
  noteKycPictureView,
  recheckIdentity,
} from './service/record.ts'
export { kycReviews } from './service/review.ts'
export { sealedIdentities } from './service/sealing.ts'
export { type KycDeps, submitKyc } from './service/submit.ts'
