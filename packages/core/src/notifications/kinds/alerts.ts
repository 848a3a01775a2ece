import { alertSides } from '../../alerts/rules.ts'
import { noticeSpecs } from '../spec.ts'

const alert = {
  tab: 'trading',
  isMailed: true,
  link: '/contract?symbol={symbol}',
} as const

/** Notices about price alerts that were reached. */
export const alertNotices = noticeSpecs({
  priceAlertReached: {
    ...alert,
    params: { symbol: 'text', side: alertSides, price: 'decimal', last: 'decimal', tick: 'id', at: 'time' },
  },
  priceAlertMissed: {
    ...alert,
    params: { symbol: 'text', side: alertSides, price: 'decimal', last: 'decimal', at: 'time' },
  },
})
