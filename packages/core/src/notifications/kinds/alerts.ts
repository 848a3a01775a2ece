import { alertSides } from '../../alerts/rules.ts'
import { noticeSpecs } from '../spec.ts'

const alert = {
  tab: 'trading',
  isMailed: true,
  link: '/contract?symbol={symbol}',
} as const

/** `percent` is the size that was waited for, `change` the one that was found, `open` the price of 24 hours before. */
const change = {
  symbol: 'text',
  side: alertSides,
  percent: 'decimal',
  change: 'decimal',
  last: 'decimal',
  open: 'decimal',
  at: 'time',
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
  changeAlertReached: {
    ...alert,
    params: { ...change, tick: 'id' },
  },
  changeAlertMissed: { ...alert, params: change },
})
