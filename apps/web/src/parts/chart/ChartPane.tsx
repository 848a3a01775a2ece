import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Button } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { Segmented } from '@glasshouse/ui/Segmented'
import { StateNote } from '@glasshouse/ui/StateNote'
import { memo, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStreamStatus } from '../../live/stream.ts'
import styles from './ChartPane.module.css'
import { ChartTable } from './ChartTable.tsx'
import type { Tool } from './drawings.ts'
import { Legend } from './Legend.tsx'
import type { Own } from './own.ts'
import { chartIntervals, keepPreferences, keptPreferences, type Preferences } from './preferences.ts'
import { Rail } from './Rail.tsx'
import { useCanvas } from './useCanvas.ts'

const usePreferences = () => {
  const [preferences, setPreferences] = useState(keptPreferences)
  const change = (part: Partial<Preferences>): void => {
    const next = { ...preferences, ...part }
    keepPreferences(next)
    setPreferences(next)
  }
  return [preferences, change] as const
}

function Toggle({ on, onClick, children }: { on: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={`${styles.tool} ${styles.switch}`} aria-pressed={on} onClick={onClick}>
      {children}
    </button>
  )
}

function Toolbar({
  preferences,
  change,
  table,
  onTable,
  onFullScreen,
}: {
  preferences: Preferences
  change: (part: Partial<Preferences>) => void
  table: boolean
  onTable: () => void
  onFullScreen: () => void
}) {
  const { t } = useTranslation('chart')
  return (
    <div className={styles.tools}>
      <Segmented
        label={t('interval')}
        look="chips"
        options={chartIntervals.map((interval) => ({ value: interval, label: interval }))}
        value={preferences.interval}
        onChange={(interval) => change({ interval })}
      />
      <span className={styles.rule} />
      <Segmented
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
      <Toggle on={preferences.averages} onClick={() => change({ averages: !preferences.averages })}>
        MA 7 · 30
      </Toggle>
      <Toggle on={preferences.volume} onClick={() => change({ volume: !preferences.volume })}>
        {t('volumeLong')}
      </Toggle>
      <span className={styles.space} />
      <Toggle on={table} onClick={onTable}>
        {t('table')}
      </Toggle>
      <button
        type="button"
        className={styles.tool}
        aria-label={t('fullScreen')}
        title={t('fullScreen')}
        onClick={onFullScreen}
      >
        <Icon name="fullscreen" />
      </button>
    </div>
  )
}

function Failed({ retry }: { retry: () => void }) {
  const { t } = useTranslation('chart')
  return (
    <div className={styles.note}>
      <StateNote
        icon="warning"
        tone="warn"
        title={t('failed')}
        action={<Button onClick={retry}>{t('retry')}</Button>}
      />
    </div>
  )
}

/** The chart of one market with its tools, the trader's own lines and a table for whoever cannot see it. */
export const ChartPane = memo(function ChartPane({
  market,
  owner,
  own,
  onRevoke,
}: {
  market: MarketRow
  owner: string
  own: Own
  /** Asked to take back a waiting order. */
  onRevoke: (orderId: number) => void
}) {
  const { t } = useTranslation('chart')
  const pane = useRef<HTMLElement>(null)
  const [preferences, change] = usePreferences()
  const [tool, setTool] = useState<Tool | null>(null)
  const [magnet, setMagnet] = useState(false)
  const [shown, setShown] = useState(true)
  const [table, setTable] = useState(false)
  const status = useStreamStatus()
  const subject = { pid: market.pid, symbol: market.procode, scale: market.scale, owner }
  const { host, canvas, legend, state, retry } = useCanvas(subject, preferences, own, {
    onToolDone: () => setTool(null),
    onRevoke,
  })
  const fullScreen = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void pane.current?.requestFullscreen()
  }
  return (
    <section ref={pane} className={styles.pane} aria-label={t('of', { symbol: market.procode })}>
      <Toolbar
        preferences={preferences}
        change={change}
        table={table}
        onTable={() => setTable(!table)}
        onFullScreen={fullScreen}
      />
      <Rail
        tool={tool}
        magnet={magnet}
        shown={shown}
        onTool={(next) => {
          setTool(next)
          canvas?.drawn.draw(next)
        }}
        onMagnet={(on) => {
          setMagnet(on)
          canvas?.drawn.setMagnet(on)
        }}
        onShown={(next) => {
          setShown(next)
          canvas?.drawn.setShown(next)
        }}
        onRemove={() => canvas?.drawn.removeAll()}
      />
      <div className={styles.stage} data-down={status === 'down' || undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing that is moved with the pointer and the arrow keys */}
        <div
          ref={host}
          className={styles.canvas}
          role="group"
          aria-label={t('of', { symbol: market.procode })}
        />
        {legend && state === 'ready' && (
          <Legend legend={legend} scale={market.scale} averages={preferences.averages} />
        )}
        {state === 'failed' && <Failed retry={retry} />}
        {table && (
          <ChartTable
            rows={canvas?.rows() ?? []}
            scale={market.scale}
            symbol={market.procode}
            daily={preferences.interval === '1d'}
          />
        )}
      </div>
    </section>
  )
})
