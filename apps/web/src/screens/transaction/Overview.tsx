import { dayStart } from '@glasshouse/core/calendar/days'
import { tradeDaysFromWire } from '@glasshouse/core/performance/codec'
import { winRate } from '@glasshouse/core/performance/rules'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import type { ReactNode } from 'react'
import { useShownMargin } from '../../components/contract/useShownMargin.ts'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { priceDirection } from '../../components/market/market.ts'
import { Panel } from '../../components/page/Page.tsx'
import { useDecodedCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { marginOf } from './margin.ts'
import { ResultCalendar } from './ResultCalendar.tsx'
import { ResultCurve } from './ResultCurve.tsx'
import styles from './Transaction.module.css'
import type { Month } from './tradeDays.ts'

/** Margin, unrealized PnL and the sums of a month, above the curve and the calendar. */
export function Overview({
  month,
  shift,
  onShift,
  day,
  onDay,
}: {
  month: Month
  /** Months before the current one, at most zero. */
  shift: number
  onShift: (shift: number) => void
  /** The day that the list is limited to. */
  day: string | null
  onDay: (day: string | null) => void
}) {
  const days = useDecodedCall(
    '/api/performance/days',
    { from: month.first, to: month.last },
    tradeDaysFromWire,
  )
  return (
    <Panel>
      <Figures month={month} days={days} />
      <div className={styles.pictures}>
        <ResultCurve />
        <ResultCalendar
          month={month}
          days={days}
          isCurrent={shift === 0}
          onBefore={() => onShift(shift - 1)}
          onAfter={() => onShift(shift + 1)}
          day={day}
          onDay={onDay}
        />
      </div>
    </Panel>
  )
}

type Days = ReturnType<typeof useDecodedCall<'/api/performance/days', ReturnType<typeof tradeDaysFromWire>>>

function Figures({ month, days }: { month: Month; days: Days }) {
  const { t } = useTranslation('transaction')
  const figures = useFormatters()
  const first = useShownMargin('contract')
  const second = useShownMargin('contract2')
  const failed = first.failed ?? second.failed ?? (days.error && days.data === undefined ? days : undefined)
  if (failed) return <ListError list={failed} />
  const margin = first.shown && second.shown && marginOf(first.shown, second.shown)
  const open = first.shown && second.shown && first.shown.profit + second.shown.profit
  const sum = days.data?.sum
  const name = figures.month(dayStart(month.first) ?? 0)
  const rate = sum && winRate(sum)
  const signed = (units: bigint) => (
    <PriceChange direction={priceDirection(units)} arrow={false}>
      {figures.own(units, 'always')}
    </PriceChange>
  )
  return (
    <dl className={styles.figures}>
      <Figure
        name={t('margin')}
        value={margin && figures.own(margin.all)}
        note={
          margin && margin.second > 0n
            ? `${figures.own(margin.first)} + ${figures.own(margin.second)}`
            : t('marginOf')
        }
      />
      <Figure name={t('waiting')} value={margin && figures.own(margin.waiting)} note={t('waitingOf')} />
      <Figure name={t('unrealized')} value={open !== null && signed(open)} note={t('unrealizedOf')} />
      <Figure name={t('realized', { month: name })} value={sum && signed(sum.pnl)} note={t('realizedOf')} />
      <Figure name={t('fees', { month: name })} value={sum && figures.charge(sum.fees)} note={t('feesOf')} />
      <Figure
        name={t('winRate', { month: name })}
        value={sum && (rate === null || rate === undefined ? '—' : figures.percent(rate))}
        note={
          sum &&
          (sum.trades === 0
            ? t('noTrades')
            : t('winRateOf', { won: figures.whole(sum.won), trades: figures.whole(sum.trades) }))
        }
      />
    </dl>
  )
}

function Figure({ name, value, note }: { name: string; value: ReactNode; note: ReactNode }) {
  return (
    <div className={styles.sum}>
      <dt>{name}</dt>
      <dd className={styles.second}>{value || <Skeleton width={110} height={20} />}</dd>
      <dd className={styles.small}>{note ?? '\u00a0'}</dd>
    </div>
  )
}
