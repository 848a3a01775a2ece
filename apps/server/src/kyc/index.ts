export { eraseKyc } from './service/erase.ts'
export { isKycApproved, listKycOf, listKycViewsOf } from './service/record.ts'
export { kycReviews } from './service/review.ts'

export { submitKyc } from './service/submit.ts'
