import { dayMs } from '@glasshouse/core/calendar/durations'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { Calculation } from '@glasshouse/ui/Calculation'
import { useFormatters } from '../../components/formatters.ts'
import { useLabelled } from '../../components/useLabelled.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { Cycle } from './cycles.ts'
import { type DayBar, DayBars } from './DayBars.tsx'
import styles from './Invest.module.css'
import type { PurchasePreview } from './purchase.ts'
import { useRateText } from './Rates.tsx'

/** Most bars of a chart; of a longer cycle every second, third … day is drawn. */
const maxBars = 45

/** Days of a chart counted from 1: all of a short cycle, evenly spaced of a long one, the last day always. */
export const drawnDays = (days: number): readonly number[] => {
  const step = Math.ceil(days / maxBars)
  const drawn = Array.from({ length: Math.floor(days / step) }, (_, at) => (at + 1) * step)
  return drawn.at(-1) === days ? drawn : [...drawn, days]
}

/** Interest of an order day by day, and how it is computed. */
export function PreviewChart({
  cycle,
  preview,
  isExample,
}: {
  cycle: Cycle
  preview: PurchasePreview
  /** No amount has been typed yet. */
  isExample: boolean
}) {
  const { t } = useTranslation('invest')
  const labelled = useLabelled()
  const figures = useFormatters()
  const { daily, instants, interest, amount } = preview
  const totals = runningTotals(daily)
  const dateOf = (day: number): string => figures.day(instants.firstMs + (day - 1) * dayMs)
  const bars = drawnDays(cycle.days).map((day): DayBar => {
    const total = totals[day - 1] ?? 0n
    return {
      id: String(day),
      amount: total,
      tone: 'planned',
      title: t('chart.at', { day: figures.whole(day), date: dateOf(day) }),
      text: `+${figures.amount(total, 'floor')}`,
    }
  })
  const title = t('chart.title', { days: figures.whole(cycle.days) })
  const example = t('chart.example', { amount: figures.plain(formatUsdt(amount)) })
  return (
    <section className={styles.stack} aria-label={title}>
      <div className={styles.between}>
        <h3 className={styles.subheading}>{title}</h3>
        <span className={styles.caption}>
          {isExample ? example : t(cycle.method === 'fixed' ? 'chart.fixed' : 'chart.compound')}
        </span>
      </div>
      <DayBars
        label={labelled(title, `${figures.amount(interest, 'floor')} USDT`)}
        bars={bars}
        marks={[figures.amount(interest, 'floor', 2), figures.amount(interest / 2n, 'floor', 2), '0']}
        ends={[t('chart.today'), figures.day(instants.endMs)]}
      />
      <Sum cycle={cycle} preview={preview} />
    </section>
  )
}

/** The calculation of the interest with its figures. */
export function Sum({ cycle, preview }: { cycle: Cycle; preview: PurchasePreview }) {
  const { t } = useTranslation('invest')
  const figures = useFormatters()
  const rate = useRateText()(cycle.rate)
  const { amount, interest, daily } = preview
  const exact = (units: bigint): string => figures.plain(formatUsdt(units as Usdt))
  const [each, last] = [daily[0] ?? 0n, daily.at(-1) ?? 0n]
  return (
    <div>
      <Calculation
        sum={t(`sum.${cycle.method}`, {
          amount: exact(amount),
          rate,
          days: figures.whole(cycle.days),
          interest: exact(interest),
        })}
      />
      {cycle.days > 1 && (
        <p className={styles.caption}>
          {cycle.method === 'fixed'
            ? t('sum.lastDay', {
                each: figures.amount(each, 'floor', 8),
                last: figures.amount(last, 'floor', 8),
              })
            : t('sum.rounded')}
        </p>
      )}
    </div>
  )
}

const runningTotals = (daily: readonly Usdt[]): readonly bigint[] => {
  let total = 0n
  return daily.map((interest) => {
    total += interest
    return total
  })
}
