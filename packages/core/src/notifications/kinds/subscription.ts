import { noticeSpecs } from '../spec.ts'

const about = { tab: 'money', isMailed: true, link: '/subscription' } as const

/** Notices about applications for new coins. */
export const subscriptionNotices = noticeSpecs({
  subscriptionAllotted: {
    ...about,
    params: { id: 'id', coin: 'text', amount: 'decimal', money: 'usdt', until: 'time' },
  },
  subscriptionDueSoon: { ...about, params: { id: 'id', coin: 'text', money: 'usdt', until: 'time' } },
  subscriptionCancelled: {
    ...about,
    isMailed: false,
    params: { id: 'id', coin: 'text', reason: ['notAllotted', 'unpaid', 'issueCancelled'] },
  },
})
