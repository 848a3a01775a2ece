import { noticeSpecs } from '../spec.ts'

const link = '/loan'
const about = { tab: 'money', isMailed: true, link } as const

/** Notices about loans and the credit score. */
export const loanNotices = noticeSpecs({
  loanGranted: { ...about, params: { id: 'id', amount: 'usdt', due: 'time' } },
  loanRejected: { ...about, params: { id: 'id', amount: 'usdt', remark: 'text' } },
  loanDueSoon: { ...about, params: { id: 'id', amount: 'usdt', due: 'time' } },
  loanOverdue: { ...about, params: { id: 'id', amount: 'usdt', until: 'time' } },
  loanCalled: { ...about, params: { id: 'id', ltv: 'decimal', liquidation: 'text' } },
  loanRepaid: { ...about, isMailed: false, params: { id: 'id', repaid: 'usdt' } },
  loanSeized: { ...about, params: { id: 'id', repaid: 'usdt', surplus: 'usdt' } },
  creditScoreChanged: { ...about, isMailed: false, params: { before: 'id', score: 'id' } },
})
