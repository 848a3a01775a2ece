import type { Day } from '../calendar/days.ts'

/** First and last day of a campaign as a content record holds them. */
type Period = { readonly from?: string; readonly to?: string }

/** Whether the last day is not before the first. */
export const isPeriod = ({ from = '', to = '' }: Period): boolean => from !== '' && from <= to

/**
 * Whether a campaign runs on a day; its first and its last day count.
 *
 * @example runsOn({ from: '20260601', to: '20260630' }, '20260630') // true
 */
export const runsOn = ({ from = '', to = '' }: Period, day: Day): boolean =>
  from !== '' && from <= day && day <= to

/** Whether two campaigns run on a same day. */
export const campaignsOverlap = (one: Period, other: Period): boolean =>
  isPeriod(one) &&
  isPeriod(other) &&
  (one.from ?? '') <= (other.to ?? '') &&
  (other.from ?? '') <= (one.to ?? '')
