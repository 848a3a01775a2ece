import { chartIntervals } from '@glasshouse/core/markets/intervals'
import { Icon } from '@glasshouse/ui/Icon'
import { IconButton } from '@glasshouse/ui/IconButton'
import { Menu, type MenuItem } from '@glasshouse/ui/Menu'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { useLocation } from 'wouter'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './ChartPane.module.css'
import type { Preferences } from './preferences.ts'

export type PhoneToolbarProps = {
  preferences: Preferences
  change: (part: Partial<Preferences>) => void
  /** Address of the full-page chart of this market. */
  larger: string | undefined
  table: boolean
  onTable: () => void
  /** Opens the dialog of indicators and scale. */
  onStudies: () => void
  /** Shows single prices instead of candles; undefined where there is no such chart. */
  onTicks: (() => void) | undefined
  /** Called when the drawing tools open or close. */
  onTools: (isOpen: boolean) => void
}

/** Phone toolbar: the intervals across the width, drawing tools, and the rest in a menu. */
export function PhoneToolbar({
  preferences,
  change,
  larger,
  table,
  onTable,
  onStudies,
  onTicks,
  onTools,
}: PhoneToolbarProps) {
  const { t } = useTranslation('chart')
  const [, navigate] = useLocation()
  const items: MenuItem[] = [
    {
      id: 'line',
      label: t('line'),
      chosen: preferences.line,
      onSelect: () => change({ line: !preferences.line }),
    },
    ...(onTicks ? [{ id: 'ticks', label: t('ticks'), chosen: false, onSelect: onTicks }] : []),
    { id: 'studies', label: t('indicators'), chosen: false, onSelect: onStudies },
    { id: 'table', label: t('table'), chosen: table, onSelect: onTable },
  ]
  if (larger !== undefined)
    items.push({ id: 'larger', label: t('larger'), chosen: false, onSelect: () => navigate(larger) })
  return (
    <div className={styles.tools}>
      <SegmentedControl
        className={styles.intervals}
        label={t('interval')}
        look="underline"
        options={chartIntervals.map((interval) => ({ value: interval, label: interval }))}
        value={preferences.interval}
        onChange={(interval) => change({ interval })}
      />
      <IconButton
        icon="trend"
        label={t('drawingTools')}
        on={preferences.tools}
        onClick={() => onTools(!preferences.tools)}
      />
      <Menu
        trigger={
          <button type="button" className={styles.more} aria-label={t('more')} title={t('more')}>
            <Icon name="sliders" />
          </button>
        }
        items={items}
      />
    </div>
  )
}
