import { noticeSpecs } from '../spec.ts'

/** Notices about rewards. */
export const rewardNotices = noticeSpecs({
  taskApproved: {
    tab: 'account',
    isMailed: false,
    params: { task: 'id', money: 'usdt' },
    link: '/signIn',
  },
  taskRejected: { tab: 'account', isMailed: false, params: { task: 'id', remark: 'text' }, link: '/signIn' },
})
