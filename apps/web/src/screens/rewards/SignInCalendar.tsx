import { dayNumber, dayOf, dayStart } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { SigninView } from '@glasshouse/core/rewards/codec'
import { classNames } from '@glasshouse/ui/classNames'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Rewards.module.css'

/** Days of the current month of the calendar: those of the current streak, and those signed in before. */
export function SignInCalendar({ data }: { data: SigninView }) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const first = dayStart(`${data.today.slice(0, 6)}01`) ?? 0
  const days = Array.from({ length: 31 }, (_, at) => dayOf(first + at * dayMs)).filter(
    (day) => day.slice(0, 6) === data.today.slice(0, 6),
  )
  const signed = new Set(data.days)
  const streak = new Set(data.streak === 0 ? [] : data.days.slice(-data.streak))
  // Weeks begin on Monday; day 0 of the calendar, 1 January 1970, was a Thursday.
  const column = (dayNumber(first) + 3) % 7
  const week = Array.from({ length: 7 }, (_, at) => first + (at - column) * dayMs)
  return (
    <div>
      <b className={styles.month}>{figures.month(first)}</b>
      <div className={classNames(styles.calendar, styles.weekdays)} aria-hidden="true">
        {week.map((at) => (
          <span key={at}>{figures.weekday(at)}</span>
        ))}
      </div>
      <ul className={styles.calendar} aria-label={t('signIn.calendar', { month: figures.month(first) })}>
        {days.map((day, at) => (
          <li
            key={day}
            style={at === 0 ? { gridColumnStart: column + 1 } : undefined}
            className={classNames(
              signed.has(day) && styles.signed,
              streak.has(day) && styles.streak,
              day === data.today && styles.today,
            )}
            aria-current={day === data.today ? 'date' : undefined}
          >
            {figures.whole(Number.parseInt(day.slice(6), 10))}
            {signed.has(day) && <span className="sr-only">{t('signIn.signed')}</span>}
          </li>
        ))}
      </ul>
      <p className={styles.note}>{t('signIn.legend')}</p>
    </div>
  )
}
