import { classNames } from './classNames.tsx'
import styles from './MarginLevelGauge.module.css'

const full = 300
const liquidationAt = 50
const transferAt = 200
const toPercent = (value: number): string => `${(Math.min(Math.max(value, 0), full) / full) * 100}%`

/**
 * Gauge of a margin level from 0 to 300 %, with ticks at 50 and 200. Amber below 100, red below 70.
 * A `value` of null draws an empty track.
 */
export function MarginLevelGauge({
  label,
  value,
  valueText,
  liquidation,
  transfer,
}: {
  label: string
  value: number | null
  valueText: string
  /** Label of the tick at 50. */
  liquidation: string
  /** Label of the tick at 200. */
  transfer: string
}) {
  const tone = value === null ? undefined : value < 70 ? styles.danger : value < 100 ? styles.warn : undefined
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot show ticks and a needle */}
      <div
        className={classNames(styles.gauge, tone)}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={full}
        aria-valuenow={value === null ? 0 : Math.min(value, full)}
        aria-valuetext={valueText}
      >
        <span className={styles.track}>
          {value !== null && <span className={styles.fill} style={{ width: toPercent(value) }} />}
        </span>
        <span className={styles.tick} style={{ left: toPercent(liquidationAt) }} />
        <span className={classNames(styles.tick, styles.floor)} style={{ left: toPercent(transferAt) }} />
        {value !== null && <span className={styles.hand} style={{ left: toPercent(value) }} />}
      </div>
      <div className={styles.scale} aria-hidden="true">
        <span className={styles.first} style={{ left: toPercent(liquidationAt) }}>
          {liquidation}
        </span>
        <span style={{ left: toPercent(transferAt) }}>{transfer}</span>
        <span className={styles.last}>{full}</span>
      </div>
    </div>
  )
}
