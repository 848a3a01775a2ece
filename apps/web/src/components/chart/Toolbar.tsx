import { chartIntervals } from '@glasshouse/core/markets/intervals'
import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './ChartPane.module.css'
import type { Preferences } from './preferences.ts'

function Toggle({ on, onClick, children }: { on: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={`${styles.tool} ${styles.switch}`} aria-pressed={on} onClick={onClick}>
      {children}
    </button>
  )
}

function Tool({
  icon,
  label,
  on,
  onClick,
}: {
  icon: IconName
  label: string
  on?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      aria-pressed={on}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

type ToolbarProps = { preferences: Preferences; change: (part: Partial<Preferences>) => void }

/** Indicators computed from the candles. */
function Indicators({ preferences, change }: ToolbarProps) {
  const { t } = useTranslation('chart')
  return (
    <>
      <span className={styles.rule} />
      <Toggle on={preferences.averages} onClick={() => change({ averages: !preferences.averages })}>
        MA 7 · 30
      </Toggle>
      <Toggle on={preferences.volume} onClick={() => change({ volume: !preferences.volume })}>
        {t('volumeLong')}
      </Toggle>
    </>
  )
}

/** Toolbar for the whole chart: interval, chart type, indicators, table and full screen. */
export function Toolbar({
  preferences,
  change,
  lean,
  larger,
  table,
  onTable,
  onFullScreen,
}: ToolbarProps & {
  /** Reduced mode: drawing tools are hidden until requested. */
  lean: boolean
  /** Address of the full-page chart of this market. */
  larger: string | undefined
  table: boolean
  onTable: () => void
  onFullScreen: () => void
}) {
  const { t } = useTranslation('chart')
  return (
    <div className={styles.tools}>
      <SegmentedControl
        label={t('interval')}
        look="chips"
        options={chartIntervals.map((interval) => ({ value: interval, label: interval }))}
        value={preferences.interval}
        onChange={(interval) => change({ interval })}
      />
      <span className={styles.rule} />
      <SegmentedControl
        label={t('kind')}
        look="chips"
        options={[
          { value: 'candles', label: <Icon name="candles" />, name: t('candles') },
          { value: 'line', label: <Icon name="line" />, name: t('line') },
        ]}
        value={preferences.line ? 'line' : 'candles'}
        onChange={(kind) => change({ line: kind === 'line' })}
      />
      {!lean && <Indicators preferences={preferences} change={change} />}
      <span className={styles.space} />
      {lean && (
        <Tool
          icon="trend"
          label={t('draw.tools')}
          on={preferences.tools}
          onClick={() => change({ tools: !preferences.tools })}
        />
      )}
      <Toggle on={table} onClick={onTable}>
        {t('table')}
      </Toggle>
      {larger !== undefined && (
        <Link className={styles.tool} href={larger} aria-label={t('larger')} title={t('larger')}>
          <Icon name="bars" />
        </Link>
      )}
      <Tool icon="fullscreen" label={t('fullScreen')} onClick={onFullScreen} />
    </div>
  )
}
