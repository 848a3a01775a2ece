import { noticeSpecs } from '../spec.ts'

const link = '/inviteFriends'

/** Notices about referral income. */
export const referralNotices = noticeSpecs({
  referralPaid: { tab: 'money', isMailed: false, params: { month: 'text' }, link },
  referralLeft: { tab: 'account', isMailed: false, params: {}, link },
  referralClientLeft: { tab: 'account', isMailed: false, params: { client: 'text' }, link },
})
