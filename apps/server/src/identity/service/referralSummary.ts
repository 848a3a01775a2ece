import { dayOf, dayStart } from '@glasshouse/core/calendar/days'
import { journal } from '@glasshouse/core/ledger/journal'
import { formatUsdt } from '@glasshouse/core/money/units'
import { sumIncome } from '../../ledger/index.ts'
import { type Platform, publicOrigin } from '../../platform/index.ts'
import { countReferrals } from '../store/customers.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** What counts as income from those one invited. */
const referralIncome = [
  journal.referralIncome1,
  journal.referralIncome2,
  journal.referralIncome3,
  journal.firstPurchaseIncome1,
  journal.firstPurchaseIncome2,
  journal.firstPurchaseIncome3,
]

/** The link that names a customer as the referrer of whoever opens it. */
export const referralLink = (settings: Platform['settings'], uid: number): string =>
  `${publicOrigin(settings)}/register?uid=${uid}`

/** The invitation figures of a customer, worked out from the ledger each time; yesterday is a day at UTC+1. */
export const referralSummary = async ({ settings, clock, database }: Deps, uid: number) => {
  const today = dayStart(dayOf(clock.business()))
  if (today === null) throw new Error('today is no day')
  const yesterday = { fromMs: dayStart(dayOf(today - 1)) ?? today, untilMs: today }
  const [income, usercount] = await Promise.all([
    sumIncome(database.db, uid, referralIncome, yesterday),
    countReferrals(database.db, uid),
  ])
  return {
    totalincome: formatUsdt(income.total),
    yestodayincome: formatUsdt(income.within),
    oidUrl: referralLink(settings, uid),
    usercount,
  }
}
