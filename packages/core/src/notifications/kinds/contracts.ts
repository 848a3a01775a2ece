import { noticeSpecs } from '../spec.ts'

/** Notices about contract orders. Fills and stops are told by the toasts of the trade screens and by receipts. */
export const contractNotices = noticeSpecs({
  orderExpired: {
    tab: 'trading',
    isMailed: false,
    params: { id: 'id', symbol: 'text', at: 'time' },
    link: '/contract?symbol={symbol}',
  },
})
