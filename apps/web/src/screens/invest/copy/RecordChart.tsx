import { dayStart } from '@glasshouse/core/calendar/days'
import type { LeadDetail } from '@glasshouse/core/invest/copy/wire'
import { divide } from '@glasshouse/core/money/units'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { useFormatters } from '../../../components/formatters.ts'
import { Panel } from '../../../components/page/Page.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import styles from '../Invest.module.css'
import copyStyles from './Copy.module.css'
import { drawdownPlot, indexPlot, plotSize } from './recordPlot.ts'

const one = 1_000_000_000n
const { width, height } = plotSize

/** The index of the lead wallet above its falls, both by day on one axis of time. */
export function RecordChart({ lead }: { lead: LeadDetail }) {
  const { t } = useTranslation('leads')
  const figures = useFormatters()
  const [first, last] = [lead.index[0], lead.index.at(-1)]
  if (first === undefined || last === undefined)
    return (
      <Panel title={t('chart.title')}>
        <EmptyState icon="line" title={t('chart.none')} text={t('chart.noneText')} />
      </Panel>
    )
  const [index, falls] = [indexPlot(lead.index), drawdownPlot(lead.drawdown)]
  const change = (value: bigint): string => figures.percent(divide(value - one, 100_000n, 'floor'), 'always')
  const fall = (value: bigint): string => figures.percent(divide(value, 10_000_000n, 'floor'))
  const day = (text: string): string => figures.day(dayStart(text) ?? 0)
  return (
    <Panel title={t('chart.title')} beside={<span className={styles.caption}>{t('chart.text')}</span>}>
      <div className={copyStyles.body}>
        <figure
          className={copyStyles.chart}
          role="img"
          aria-label={t('chart.label', { high: change(index.high), low: fall(falls.low) })}
        >
          <div className={copyStyles.plot}>
            <Line
              area={copyStyles.area}
              stroke={copyStyles.stroke}
              points={index.points}
              edge={`V${height}H0z`}
            />
          </div>
          <div className={copyStyles.marks} aria-hidden="true">
            <span>{change(index.high)}</span>
            <span>{change((index.high + index.low) / 2n)}</span>
            <span>{change(index.low)}</span>
          </div>
          <div className={`${copyStyles.plot} ${copyStyles.falls}`}>
            <Line
              area={copyStyles.fallArea}
              stroke={copyStyles.fallStroke}
              points={falls.points}
              edge="V0H0z"
            />
          </div>
          <div className={copyStyles.marks} aria-hidden="true">
            <span>{fall(0n)}</span>
            <span>{fall(falls.low)}</span>
          </div>
          <div className={copyStyles.ends} aria-hidden="true">
            <span>{day(first[0])}</span>
            <span>{day(last[0])}</span>
          </div>
        </figure>
      </div>
    </Panel>
  )
}

function Line({
  area,
  stroke,
  points,
  edge,
}: {
  area: string | undefined
  stroke: string | undefined
  points: string
  /** Closes the area along its edge. */
  edge: string
}) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path className={area} d={`${points}${edge}`} />
      <path className={stroke} d={points} />
    </svg>
  )
}
