import { noticeSpecs } from '../spec.ts'

const order = { id: 'id', product: 'text' } as const
const paid = { ...order, payout: 'usdt', profit: 'usdt', fee: 'usdt' } as const
const link = '/order?id={id}'

/** Notices about copy orders and leads. */
export const copyNotices = noticeSpecs({
  copyEntered: {
    tab: 'invest',
    isMailed: false,
    params: { ...order, amount: 'usdt', units: 'decimal', price: 'decimal', ends: 'time' },
    link,
  },
  copyLeft: { tab: 'invest', isMailed: true, params: paid, link },
  copyStopLoss: { tab: 'invest', isMailed: true, params: paid, link },
  copyPaidOut: { tab: 'invest', isMailed: true, params: paid, link },
  copyRefunded: { tab: 'invest', isMailed: false, params: { ...order, payout: 'usdt' }, link },
  copyEnding: { tab: 'invest', isMailed: true, params: order, link },
  copyPeriod: { tab: 'invest', isMailed: true, params: { ...order, ends: 'time' }, link },
  copyRisk: { tab: 'invest', isMailed: false, params: { ...order, score: 'id' }, link },
  leadApproved: { tab: 'invest', isMailed: true, params: {}, link: '/lead' },
  leadRejected: { tab: 'invest', isMailed: true, params: { remark: 'text' }, link: '/lead' },
  leadEnded: { tab: 'invest', isMailed: true, params: { remark: 'text' }, link: '' },
})
