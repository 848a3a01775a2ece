import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { LoanTerms } from '@glasshouse/core/loans/codec'
import { dailyInterest, interestToDue, loanDueMs } from '@glasshouse/core/loans/rules'
import { sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { useCalendarNow } from '../../components/calendar.ts'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Loan.module.css'

const hourMs = 3_600_000
/** Days before the due day at which a mail is sent. */
const mailDays = [3, 1] as const

/** When what happens to a loan that is kept to its due day, with the sums; the server's own functions. */
export function LoanDates({ terms, amount, days }: { terms: LoanTerms; amount: Usdt | null; days: number }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const nowMs = useCalendarNow(60_000)
  const dueMs = loanDueMs(nowMs, days)
  const total = amount === null ? null : sumUnits([amount, interestToDue(amount, terms.ratePpm, days)])
  const steps: readonly (readonly [id: string, atMs: number, label: string, sum?: Usdt | null])[] = [
    ['paid', nowMs, t('dates.paidOut'), amount],
    [
      'interest',
      startOfNextDay(nowMs),
      t('interestDay'),
      amount === null ? null : dailyInterest(amount, terms.ratePpm),
    ],
    ...mailDays
      .filter((before) => before < days)
      .map((before) => [`mail${before}`, dueMs - before * dayMs, t('dates.mail')] as const),
    ['due', dueMs, t('due'), total],
    ['redeem', dueMs + terms.graceHours * hourMs, t('dates.redeem')],
  ]
  return (
    <ol className={styles.dates}>
      {steps.map(([id, atMs, label, sum]) => (
        <li key={id} data-step={id}>
          <time dateTime={new Date(atMs).toISOString()}>{figures.day(atMs)}</time>
          <span>{label}</span>
          <b>{sum == null ? '' : `${figures.coins(sum)} USDT`}</b>
        </li>
      ))}
    </ol>
  )
}
