import { kycRejections } from '../../kyc/rules.ts'
import { noticeSpecs } from '../spec.ts'

const link = '/authentication'

/** Notices about identity checks. */
export const kycNotices = noticeSpecs({
  kycApproved: { tab: 'account', isMailed: true, params: {}, link },
  kycRejected: {
    tab: 'account',
    isMailed: true,
    params: { reason: kycRejections, remark: 'text' },
    link,
  },
})
