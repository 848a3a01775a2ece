import { formatDecimal } from '@glasshouse/core/money/units'
import { useFormatters } from '../../components/formatters.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './LtvPlot.module.css'
import { type LtvPoint, linePath, plotSize } from './ltvPlot.ts'

const { width, height } = plotSize

/**
 * Loan to value over time: what was recorded, and what it will be to the due day if nothing is repaid and the orders keep
 * their value. The lists and figures beside it say the same in words.
 */
export function LtvPlot({
  recorded,
  planned,
  call,
  liquidation,
}: {
  /** Oldest first; empty where nothing was lent yet. */
  recorded: readonly LtvPoint[]
  /** From now on; empty once the loan is due. */
  planned: readonly LtvPoint[]
  call: number
  liquidation: number
}) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const all = [...recorded, ...planned]
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined || all.length < 2) return null
  const percent = (ltv: bigint): string => figures.plain(formatDecimal(ltv, 2))
  const path = (points: readonly LtvPoint[]) => linePath(points, first.atMs, last.atMs)
  const sum = { from: figures.day(first.atMs), ltv: percent(first.ltv) }
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.title}>{t('plot.title')}</figcaption>
      <div
        className={styles.plot}
        role="img"
        aria-label={t('plot.label', { ...sum, to: figures.day(last.atMs), end: percent(last.ltv) })}
      >
        <i data-band="danger" style={{ height: `${100 - liquidation}%` }} />
        <i data-band="warn" style={{ top: `${100 - liquidation}%`, height: `${liquidation - call}%` }} />
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.recorded} d={path(recorded)} />
          <path className={styles.planned} d={path(planned)} />
        </svg>
        <span style={{ top: `${100 - liquidation}%` }}>{liquidation}%</span>
        <span style={{ top: `${100 - call}%` }}>{call}%</span>
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>
          {figures.day(first.atMs)} · {percent(first.ltv)}%
        </span>
        <span>
          {figures.day(last.atMs)} · {percent(last.ltv)}%
        </span>
      </div>
      <small className={styles.note}>{t(planned.length < 2 ? 'plot.recorded' : 'plot.text')}</small>
    </figure>
  )
}
