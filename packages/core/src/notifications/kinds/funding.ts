import { noticeSpecs } from '../spec.ts'

const deposits = '/journal?type=0'
const withdrawals = '/journal?type=1'

/** Notices about deposits and withdrawals. */
export const fundingNotices = noticeSpecs({
  depositCredited: { tab: 'money', isMailed: false, params: { amount: 'usdt' }, link: deposits },
  depositRejected: {
    tab: 'money',
    isMailed: false,
    params: { id: 'id', amount: 'usdt', remark: 'text' },
    link: deposits,
  },
  withdrawalRequested: {
    tab: 'money',
    isMailed: true,
    params: { id: 'id', amount: 'usdt', net: 'usdt', fee: 'usdt', destination: 'text', deadline: 'time' },
    link: withdrawals,
  },
  withdrawalApproved: {
    tab: 'money',
    isMailed: true,
    params: { id: 'id', amount: 'usdt', net: 'usdt', destination: 'text' },
    link: withdrawals,
  },
  withdrawalRejected: {
    tab: 'money',
    isMailed: true,
    params: { id: 'id', amount: 'usdt', remark: 'text' },
    link: withdrawals,
  },
  withdrawalHeld: {
    tab: 'money',
    isMailed: true,
    params: { id: 'id', amount: 'usdt', remark: 'text', until: 'time' },
    link: withdrawals,
  },
  withdrawalSent: {
    tab: 'money',
    isMailed: true,
    params: { id: 'id', net: 'usdt', destination: 'text', proof: 'text' },
    link: withdrawals,
  },
})
