export { isKycApproved, listKycOf } from './service/record.ts'
export { kycReviews } from './service/review.ts'

export { submitKyc } from './service/submit.ts'
