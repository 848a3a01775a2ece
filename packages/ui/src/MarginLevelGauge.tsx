import { classNames } from './classNames.tsx'
import styles from './MarginLevelGauge.module.css'

const full = 300
const closeOutAt = 50
const transferAt = 200
const place = (value: number): string => `${(Math.min(Math.max(value, 0), full) / full) * 100}%`

/**
 * The gauge from 0 to 300 %, with ticks at 50 and 200; amber below 100, danger below 70. The number
 * beside it is the truth, the bar a hint. `value` null draws the empty track.
 */
export function MarginLevelGauge({
  label,
  value,
  valueText,
  closeOut,
  transfer,
}: {
  label: string
  value: number | null
  valueText: string
  /** The word under 50. */
  closeOut: string
  /** The word under 200. */
  transfer: string
}) {
  const tone = value === null ? undefined : value < 70 ? styles.danger : value < 100 ? styles.warn : undefined
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot carry ticks and a hand */}
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
          {value !== null && <span className={styles.fill} style={{ width: place(value) }} />}
        </span>
        <span className={styles.tick} style={{ left: place(closeOutAt) }} />
        <span className={classNames(styles.tick, styles.floor)} style={{ left: place(transferAt) }} />
        {value !== null && <span className={styles.hand} style={{ left: place(value) }} />}
      </div>
      <div className={styles.scale} aria-hidden="true">
        <span className={styles.first} style={{ left: place(closeOutAt) }}>
          {closeOut}
        </span>
        <span style={{ left: place(transferAt) }}>{transfer}</span>
        <span className={styles.last}>{full}</span>
      </div>
    </div>
  )
}
