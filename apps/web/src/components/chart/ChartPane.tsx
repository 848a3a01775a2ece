import type { Market } from '@glasshouse/core/markets/codec'
import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type ComponentType, lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { useStreamStatus } from '../../data/stream.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './ChartPane.module.css'
import type { Canvas, LegendData } from './chartCanvas.ts'
import { Rail } from './DrawingToolbar.tsx'
import type { DrawingLayer, NoteEdit } from './drawingLayer.ts'
import type { Tool } from './drawings.ts'
import { Legend } from './Legend.tsx'
import type { OrderMarks } from './orderMarks.ts'
import type { PhoneToolbarProps } from './PhoneToolbar.tsx'
import type { Preferences } from './preferences.ts'
import { Toolbar } from './Toolbar.tsx'
import { useCanvas } from './useCanvas.ts'
import { useKept } from './useSavedDrawings.ts'

const ChartTable = lazy(() => import('./ChartTable.tsx'))
const NoteField = lazy(() => import('./NoteField.tsx'))
const Tip = lazy(() => import('./HoverCard.tsx'))

function Failed({ retry }: { retry: () => void }) {
  const { t } = useTranslation('chart')
  return (
    <div className={styles.note}>
      <EmptyState
        icon="warning"
        tone="warn"
        title={t('failed')}
        action={<Button onClick={retry}>{t('retry')}</Button>}
      />
    </div>
  )
}

/** Drawing tools at the edge of the chart, with their state. */
function DrawingRail({
  drawings,
  isHere,
  tool,
  onTool,
}: {
  drawings: DrawingLayer | null
  isHere: boolean
  tool: Tool | null
  onTool: (tool: Tool | null) => void
}) {
  const [magnet, setMagnet] = useState(false)
  const [visible, setVisible] = useState(true)
  useEffect(() => drawings?.setMagnet(magnet), [drawings, magnet])
  useEffect(() => drawings?.setShown(visible), [drawings, visible])
  return (
    <Rail
      tool={tool}
      magnet={magnet}
      shown={visible}
      canRemove={drawings !== null && isHere}
      onTool={onTool}
      onMagnet={setMagnet}
      onShown={setVisible}
      onRemove={() => drawings?.removeAll()}
    />
  )
}

const toggleFullScreen = (pane: HTMLElement | null): void => {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void pane?.requestFullscreen()
}

/** Saved drawings of the market. Changed indicators are saved with them. */
const useLook = (
  { pid, symbol }: Market,
  preferences: Preferences,
  change: (part: Partial<Preferences>) => void,
) => {
  const { averages, volume } = preferences
  const saved = useKept(pid, symbol, (known) =>
    change({ averages: known.averages ?? averages, volume: known.volume ?? volume }),
  )
  const changeLook = (part: Partial<Preferences>): void => {
    change(part)
    const next = { averages, volume, ...part }
    if (part.averages !== undefined || part.volume !== undefined)
      saved.keep({ averages: next.averages, volume: next.volume })
  }
  return { saved, changeLook }
}

export type ChartPaneProps = {
  market: Market
  preferences: Preferences
  change: (part: Partial<Preferences>) => void
  own: OrderMarks
  /** Called to cancel an open order. */
  onRevoke?: (orderId: number) => void
  /** Reduced mode: drawing tools are hidden until requested, a double click opens full screen. */
  lean?: boolean
  /** Toolbar of the phone layout; not loaded by the desktop site. */
  PhoneBar?: ComponentType<PhoneToolbarProps>
  /** Called when the drawing tools of a phone open or close, because they need space. */
  onPhoneTools?: (isOpen: boolean) => void
  /** Address of the full-page chart of this market. */
  larger?: string
  /** Shows the hovered candle in a card beside the pointer. */
  tip?: boolean
  /** Empty pixels to the right of the newest candle. */
  ahead?: number
  /** Visible time span up to now, in milliseconds; null for the default span. */
  spanMs?: number | null
}

const noop = (): void => {}

/** Toolbar of the current site. */
function SiteToolbar({
  PhoneBar,
  onPhoneTools = noop,
  lean = false,
  preferences,
  change,
  larger,
  table,
  onTable,
  onFullScreen,
}: Pick<ChartPaneProps, 'preferences' | 'change' | 'lean' | 'larger' | 'PhoneBar' | 'onPhoneTools'> & {
  table: boolean
  onTable: () => void
  onFullScreen: () => void
}) {
  const looked = { preferences, change, larger, table, onTable }
  return PhoneBar ? (
    <PhoneBar {...looked} onTools={onPhoneTools} />
  ) : (
    <Toolbar {...looked} lean={lean} onFullScreen={onFullScreen} />
  )
}

/** Layers shown on demand: hover card, note editor, table. */
function OnDemandLayers({
  market: { scale, lot, symbol },
  canvas,
  legend,
  width,
  interval,
  fills,
  table,
  writing,
  onWritten,
}: {
  market: Market
  canvas: Canvas | null
  /** Candle of the hover card. */
  legend: LegendData | null
  width: number
  interval: Preferences['interval']
  fills: OrderMarks['fills']
  table: boolean
  writing: NoteEdit | null
  onWritten: () => void
}) {
  return (
    <Suspense fallback={null}>
      {legend && !table && <Tip legend={legend} scale={scale} lot={lot} width={width} />}
      {writing && <NoteField writing={writing} onClose={onWritten} />}
      {table && (
        <ChartTable
          rows={canvas?.rows() ?? []}
          scale={scale}
          symbol={symbol}
          interval={interval}
          fills={fills}
        />
      )}
    </Suspense>
  )
}

const usualAhead = 46

/** Chart of one market with its tools, the user's order marks, and a table for screen readers. */
export const ChartPane = memo(function ChartPane(props: ChartPaneProps) {
  const { market, preferences, change, own, onRevoke = noop, lean = false, tip = false } = props
  const { ahead = usualAhead, spanMs = null, PhoneBar } = props
  const { t } = useTranslation('chart')
  const pane = useRef<HTMLElement>(null)
  const [tool, setTool] = useState<Tool | null>(null)
  const [table, setTable] = useState(false)
  const [writing, setWriting] = useState<NoteEdit | null>(null)
  const status = useStreamStatus()
  const { saved, changeLook } = useLook(market, preferences, change)
  const { host, canvas, drawings, legend, state, retry } = useCanvas(
    { pid: market.pid, symbol: market.symbol, scale: market.scale, ahead },
    preferences,
    { own, kept: saved, spanMs },
    {
      onToolDone: () => setTool(null),
      onRevoke,
      onDrawings: (drawings) => saved.keep({ drawings }),
      onWrite: setWriting,
    },
  )
  useEffect(() => drawings?.draw(tool), [drawings, tool])
  const fullScreen = (): void => toggleFullScreen(pane.current)
  return (
    <section
      ref={pane}
      className={styles.pane}
      data-bare={!preferences.tools || undefined}
      data-phone={PhoneBar !== undefined || undefined}
      aria-label={t('of', { symbol: market.symbol })}
    >
      <SiteToolbar
        {...props}
        change={changeLook}
        table={table}
        onTable={() => setTable(!table)}
        onFullScreen={fullScreen}
      />
      {preferences.tools && (
        <DrawingRail drawings={drawings} isHere={saved.isHere} tool={tool} onTool={setTool} />
      )}
      <div className={styles.stage} data-down={status === 'down' || undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing that is moved with the pointer and the arrow keys */}
        <div
          ref={host}
          className={styles.canvas}
          role="group"
          aria-label={t('of', { symbol: market.symbol })}
          onDoubleClick={() => lean && tool === null && writing === null && fullScreen()}
        />
        {legend && state === 'ready' && (
          <Legend legend={legend} scale={market.scale} lot={market.lot} averages={preferences.averages} />
        )}
        {state === 'failed' && <Failed retry={retry} />}
        <OnDemandLayers
          market={market}
          canvas={canvas}
          legend={tip && tool === null && writing === null ? legend : null}
          width={host.current?.clientWidth ?? 0}
          interval={preferences.interval}
          fills={own.fills}
          table={table}
          writing={writing}
          onWritten={() => setWriting(null)}
        />
      </div>
    </section>
  )
})
