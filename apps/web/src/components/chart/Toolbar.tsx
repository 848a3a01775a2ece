import { chartIntervals } from '@glasshouse/core/markets/intervals'
import { Icon, type IconName } from '@glasshouse/ui/Icon'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './ChartPane.module.css'
import type { Preferences } from './preferences.ts'

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

function TextTool({
  text,
  opensDialog = false,
  onClick,
}: {
  text: string
  opensDialog?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={onClick}
    >
      {text}
    </button>
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
  onStudies,
  onTicks,
  onFullScreen,
  children,
}: ToolbarProps & {
  /** Reduced mode: drawing tools are hidden until requested. */
  lean: boolean
  /** Address of the full-page chart of this market. */
  larger: string | undefined
  table: boolean
  onTable: () => void
  /** Opens the dialog of indicators and scale. */
  onStudies: () => void
  /** Shows single prices instead of candles; undefined where there is no such chart. */
  onTicks: (() => void) | undefined
  onFullScreen: () => void
  /** Tools that are loaded after the chart. */
  children: ReactNode
}) {
  const { t } = useTranslation('chart')
  return (
    <div className={styles.tools}>
      {onTicks && <TextTool text={t('ticks')} onClick={onTicks} />}
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
      <span className={styles.rule} />
      <TextTool text={t('indicators')} opensDialog onClick={onStudies} />
      <span className={styles.space} />
      {children}
      {lean && (
        <Tool
          icon="trend"
          label={t('drawingTools')}
          on={preferences.tools}
          onClick={() => change({ tools: !preferences.tools })}
        />
      )}
      <Tool icon="rows" label={t('table')} on={table} onClick={onTable} />
      {larger !== undefined && (
        <Link className={styles.tool} href={larger} aria-label={t('larger')} title={t('larger')}>
          <Icon name="bars" />
        </Link>
      )}
      <Tool icon="fullscreen" label={t('fullScreen')} onClick={onFullScreen} />
    </div>
  )
}
