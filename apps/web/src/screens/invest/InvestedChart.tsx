import { useFormatters } from '../../components/formatters.ts'
import { permilleOf } from '../../components/holdings/holdings.ts'
import { useAllOrders } from '../../components/holdings/investOrders.ts'
import { useLabelled } from '../../components/useLabelled.ts'
import { calendarNow } from '../../data/clock.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import bars from './DayBars.module.css'
import styles from './Invest.module.css'
import { investedSteps } from './invested.ts'
import orderStyles from './Orders.module.css'

const [width, height] = [1000, 100]

/** Own money in running orders over time, as a step line. Nothing is drawn where the data does not say it. */
export function InvestedChart() {
  const { t } = useTranslation('invest')
  const labelled = useLabelled()
  const figures = useFormatters()
  const orders = useAllOrders()
  if (orders.data === undefined || orders.total !== orders.data.length) return null
  const steps = investedSteps(orders.data)
  const [first] = steps ?? []
  if (steps === null || first === undefined) return null
  const now = calendarNow()
  const highest = steps.reduce((most, { amount }) => (amount > most ? amount : most), 1n)
  const span = Math.max(now - first.atMs, 1)
  const x = (atMs: number): string => (((Math.min(atMs, now) - first.atMs) / span) * width).toFixed(1)
  const y = (amount: bigint): string => (height - (permilleOf(amount, highest) * height) / 1000).toFixed(1)
  const path = steps.map(({ atMs, amount }) => `H${x(atMs)}V${y(amount)}`).join('')
  const newest = steps.at(-1)?.amount ?? 0n
  return (
    <section aria-label={t('history.overTime')}>
      <div className={styles.between}>
        <h2 className={styles.subheading}>{t('history.overTime')}</h2>
        <span className={styles.caption}>{t('history.overTimeText')}</span>
      </div>
      <figure
        className={bars.chart}
        role="img"
        aria-label={labelled(t('history.overTime'), `${figures.amount(newest, 'floor')} USDT`)}
      >
        <div className={`${bars.plot} ${orderStyles.steps}`}>
          <svg
            className={bars.steps}
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path className={bars.area} d={`M0 ${height}${path}H${width}V${height}z`} />
            <path className={bars.stroke} d={`M0 ${height}${path}H${width}`} />
          </svg>
        </div>
        <div className={bars.marks} aria-hidden="true">
          <span>{figures.amount(highest, 'floor', 0)}</span>
          <span>{figures.amount(highest / 2n, 'floor', 0)}</span>
          <span>0</span>
        </div>
        <div className={bars.days} aria-hidden="true">
          <span>{figures.day(first.atMs)}</span>
          <span>{figures.day(now)}</span>
        </div>
      </figure>
    </section>
  )
}
