import { dayStart } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { TradeDays } from '@glasshouse/core/performance/codec'
import { classNames } from '@glasshouse/ui/classNames'
import { IconButton } from '@glasshouse/ui/IconButton'
import { useFormatters } from '../../components/formatters.ts'
import { priceDirection } from '../../components/market/market.ts'
import type { QueryState } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Transaction.module.css'
import { dayPnl, type Month, weekColumn } from './tradeDays.ts'

/** Realized PnL per day of a month; a day with trades limits the list below to it. */
export function ResultCalendar({
  month,
  days,
  isCurrent,
  onBefore,
  onAfter,
  day: chosen,
  onDay,
}: {
  month: Month
  days: QueryState<TradeDays>
  isCurrent: boolean
  onBefore: () => void
  onAfter: () => void
  day: string | null
  onDay: (day: string | null) => void
}) {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const start = dayStart(month.first) ?? 0
  const column = weekColumn(month.first)
  const week = Array.from({ length: 7 }, (_, at) => start + (at - column) * dayMs)
  return (
    <section className={styles.picture} aria-label={t('calendar.title')}>
      <header className={styles.pictureHead}>
        <h2>{t('calendar.title')}</h2>
        <div className={styles.months}>
          <IconButton icon="left" label={t('calendar.before')} onClick={onBefore} />
          <span aria-live="polite">{figures.month(start)}</span>
          <IconButton icon="right" label={t('calendar.after')} disabled={isCurrent} onClick={onAfter} />
        </div>
      </header>
      <div className={classNames(styles.calendar, styles.weekdays)} aria-hidden="true">
        {week.map((at) => (
          <span key={at}>{figures.weekday(at)}</span>
        ))}
      </div>
      <ol className={styles.calendar} aria-busy={days.data === undefined || undefined}>
        {month.days.map((day, at) => {
          const sum = days.data?.byDay.get(day)
          const number = figures.whole(at + 1)
          const place = at === 0 ? { gridColumnStart: column + 1 } : undefined
          if (sum === undefined)
            return (
              <li key={day} style={place} className={styles.day}>
                {number}
              </li>
            )
          const pnl = dayPnl(figures, sum.pnl)
          return (
            <li key={day} style={place}>
              <button
                type="button"
                className={classNames(styles.day, styles[priceDirection(sum.pnl)])}
                aria-pressed={chosen === day}
                onClick={() => onDay(chosen === day ? null : day)}
              >
                {number}
                <b>{pnl}</b>
                <span className="sr-only">
                  {t('calendar.day', {
                    day: figures.day(dayStart(day) ?? 0),
                    pnl: figures.amount(sum.pnl, 'floor', 8, 'always'),
                    trades: figures.whole(sum.trades),
                  })}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
