import { noticeSpecs } from '../spec.ts'

const order = { id: 'id', product: 'text' } as const
const link = '/order?id={id}'

/** Notices about orders of investment products. */
export const investNotices = noticeSpecs({
  investBought: {
    tab: 'invest',
    isMailed: false,
    params: { ...order, amount: 'usdt', days: 'count', first: 'time' },
    link,
  },
  investTrialBought: {
    tab: 'invest',
    isMailed: false,
    params: { ...order, amount: 'usdt', days: 'count', first: 'time' },
    link,
  },
  investFirstAccrual: {
    tab: 'invest',
    isMailed: false,
    params: { ...order, amount: 'usdt', day: 'day' },
    link: '/revenueRecord?id={id}',
  },
  investEnded: {
    tab: 'invest',
    isMailed: true,
    params: { ...order, payout: 'usdt', profit: 'usdt' },
    link,
  },
  investTrialEnded: { tab: 'invest', isMailed: true, params: { ...order, profit: 'usdt' }, link },
  investRedeemed: {
    tab: 'invest',
    isMailed: true,
    params: { ...order, payout: 'usdt', fee: 'usdt' },
    link,
  },
})
