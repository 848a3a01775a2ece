import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { type ComponentType, lazy, memo, Suspense, useRef, useState } from 'react'
import { useStreamStatus } from '../../data/stream.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './ChartPane.module.css'
import type { Canvas, LegendData } from './chartCanvas.ts'
import { Rail } from './DrawingToolbar.tsx'
import type { NoteEdit } from './drawingLayer.ts'
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

/** The tools at the edge, with what they are set to. */
function DrawingRail({
  canvas,
  isHere,
  tool,
  onTool,
}: {
  canvas: Canvas | null
  isHere: boolean
  tool: Tool | null
  onTool: (tool: Tool | null) => void
}) {
  const [magnet, setMagnet] = useState(false)
  const [shown, setShown] = useState(true)
  return (
    <Rail
      tool={tool}
      magnet={magnet}
      shown={shown}
      canRemove={canvas !== null && isHere}
      onTool={(next) => {
        onTool(next)
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
  )
}

const toggleFullScreen = (pane: HTMLElement | null): void => {
  if (document.fullscreenElement) void document.exitFullscreen()
  else void pane?.requestFullscreen()
}

/** What is kept for the reader on the market; indicators that are switched are kept with the drawings. */
const useLook = (
  { pid, procode }: MarketRow,
  preferences: Preferences,
  change: (part: Partial<Preferences>) => void,
) => {
  const { averages, volume } = preferences
  const kept = useKept(pid, procode, (known) =>
    change({ averages: known.averages ?? averages, volume: known.volume ?? volume }),
  )
  const look = (part: Partial<Preferences>): void => {
    change(part)
    const next = { averages, volume, ...part }
    if (part.averages !== undefined || part.volume !== undefined)
      kept.keep({ averages: next.averages, volume: next.volume })
  }
  return { kept, look }
}

export type ChartPaneProps = {
  market: MarketRow
  preferences: Preferences
  change: (part: Partial<Preferences>) => void
  own: OrderMarks
  /** Asked to take back a waiting order. */
  onRevoke?: (orderId: number) => void
  /** Only what a glance needs: tools come out when asked for, a double click fills the screen. */
  lean?: boolean
  /** Drawn for one hand, with this bar of tools; the large site does not load it. */
  PhoneBar?: ComponentType<PhoneToolbarProps>
  /** Told when a phone's drawing tools come and go, because they need the room. */
  onPhoneTools?: (shown: boolean) => void
  /** Where the same market fills a page. */
  larger?: string
  /** Tells the candle under the pointer beside it. */
  tip?: boolean
  /** Empty pixels right of the newest candle. */
  ahead?: number
  /** Milliseconds to show up to now; null shows as much as usual. */
  spanMs?: number | null
}

const nobody = (): void => {}

/** The tools of the site one is on. */
function Bar({
  PhoneBar,
  onPhoneTools = nobody,
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

/** What lies over the chart only when it is asked for: a candle's figures, a note that is written, the table. */
function Later({
  market: { scale, lot, procode },
  canvas,
  legend,
  width,
  interval,
  fills,
  table,
  writing,
  onWritten,
}: {
  market: MarketRow
  canvas: Canvas | null
  /** The candle told beside the pointer. */
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
          symbol={procode}
          interval={interval}
          fills={fills}
        />
      )}
    </Suspense>
  )
}

const usualAhead = 46

/** The chart of one market with its tools, the reader's own lines and a table for whoever cannot see it. */
export const ChartPane = memo(function ChartPane(props: ChartPaneProps) {
  const { market, preferences, change, own, onRevoke = nobody, lean = false, tip = false } = props
  const { ahead = usualAhead, spanMs = null, PhoneBar } = props
  const { t } = useTranslation('chart')
  const pane = useRef<HTMLElement>(null)
  const [tool, setTool] = useState<Tool | null>(null)
  const [table, setTable] = useState(false)
  const [writing, setWriting] = useState<NoteEdit | null>(null)
  const status = useStreamStatus()
  const { kept, look } = useLook(market, preferences, change)
  const { host, canvas, legend, state, retry } = useCanvas(
    { pid: market.pid, symbol: market.procode, scale: market.scale, ahead },
    preferences,
    { own, kept, spanMs },
    {
      onToolDone: () => setTool(null),
      onRevoke,
      onDrawings: (drawings) => kept.keep({ drawings }),
      onWrite: setWriting,
    },
  )
  const fullScreen = (): void => toggleFullScreen(pane.current)
  return (
    <section
      ref={pane}
      className={styles.pane}
      data-bare={!preferences.tools || undefined}
      data-phone={PhoneBar !== undefined || undefined}
      aria-label={t('of', { symbol: market.procode })}
    >
      <Bar
        {...props}
        change={look}
        table={table}
        onTable={() => setTable(!table)}
        onFullScreen={fullScreen}
      />
      {preferences.tools && <DrawingRail canvas={canvas} isHere={kept.isHere} tool={tool} onTool={setTool} />}
      <div className={styles.stage} data-down={status === 'down' || undefined}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing that is moved with the pointer and the arrow keys */}
        <div
          ref={host}
          className={styles.canvas}
          role="group"
          aria-label={t('of', { symbol: market.procode })}
          onDoubleClick={() => lean && tool === null && writing === null && fullScreen()}
        />
        {legend && state === 'ready' && (
          <Legend legend={legend} scale={market.scale} lot={market.lot} averages={preferences.averages} />
        )}
        {state === 'failed' && <Failed retry={retry} />}
        <Later
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
