import type { Market } from '@glasshouse/core/markets/codec'
import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { useStreamStatus } from '../../data/stream.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './ChartPane.module.css'
import type { Canvas, LegendData } from './chartCanvas.ts'
import { lazyAfterChart } from './chartReady.ts'
import type { NoteEdit } from './drawingLayer.ts'
import type { Tool } from './drawings.ts'
import type { OrderMarks } from './orderMarks.ts'
import type { PhoneToolbarProps } from './PhoneToolbar.tsx'
import type { Preferences } from './preferences.ts'
import { Toolbar } from './Toolbar.tsx'
import { useCanvas } from './useCanvas.ts'
import { useKept } from './useSavedDrawings.ts'

const Legend = lazyAfterChart(() => import('./Legend.tsx'))
const DrawingToolbar = lazyAfterChart(() => import('./DrawingToolbar.tsx'))
const StageExtras = lazyAfterChart(() => import('./stage/StageExtras.tsx'))
const ToolbarEnd = lazyAfterChart(() => import('./stage/ToolbarEnd.tsx'))
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

/** Whether the chart fills the page, and its switch. */
const useFullScreen = () => {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => leave ?? undefined, [leave])
  const toggle = async (): Promise<void> => {
    if (leave !== null) return setLeave(null)
    const { enterFullScreen } = await import('./stage/enterFullScreen.ts')
    setLeave(() => enterFullScreen(() => setLeave(null)))
  }
  return [leave !== null, () => void toggle()] as const
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
  /** Called with the instants between which candles are visible, epoch milliseconds. */
  onRange?: (fromMs: number, toMs: number) => void
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
  /** Called to show single prices instead of candles, where a screen has a chart of them. */
  onTicks?: () => void
}

const noop = (): void => {}

type ToolbarProps = Pick<
  ChartPaneProps,
  'market' | 'preferences' | 'change' | 'lean' | 'larger' | 'PhoneBar' | 'onPhoneTools' | 'onTicks'
>

/** Place of the drawing tools, which load after the chart. */
function DrawingTools(props: ComponentProps<typeof DrawingToolbar>) {
  return (
    <div className={styles.railPlace}>
      <Suspense fallback={null}>
        <DrawingToolbar {...props} />
      </Suspense>
    </div>
  )
}

/** Figures of a candle over the chart, loaded after it. */
function CandleLegend({
  market: { scale, lot },
  preferences: { averages },
  legend,
}: Pick<ChartPaneProps, 'market' | 'preferences'> & { legend: LegendData }) {
  return (
    <Suspense fallback={null}>
      <Legend {...{ legend, scale, lot, averages }} />
    </Suspense>
  )
}

/** What the chart offers beyond its candles, loaded after it. */
function Extras({
  canvas,
  PhoneBar,
  ...props
}: Pick<ChartPaneProps, 'market' | 'preferences' | 'change' | 'PhoneBar'> & {
  canvas: Canvas | null
  isFull: boolean
  isDialogOpen: boolean
  onDialogClose: () => void
}) {
  if (canvas === null) return null
  return (
    <Suspense fallback={null}>
      <StageExtras {...props} canvas={canvas} isPhone={PhoneBar !== undefined} />
    </Suspense>
  )
}

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
  onStudies,
  onFullScreen,
  market,
  canvas,
  onTicks,
}: ToolbarProps & {
  table: boolean
  onTable: () => void
  onStudies: () => void
  onFullScreen: () => void
  canvas: Canvas | null
}) {
  const looked = { preferences, change, larger, table, onTable, onStudies, onTicks }
  return PhoneBar ? (
    <PhoneBar {...looked} onTools={onPhoneTools} />
  ) : (
    <Toolbar {...looked} lean={lean} onFullScreen={onFullScreen}>
      {canvas && (
        <Suspense fallback={null}>
          <ToolbarEnd canvas={canvas} symbol={market.symbol} interval={preferences.interval} />
        </Suspense>
      )}
    </Toolbar>
  )
}

/** Layers shown on demand: hover card, note editor, table. */
function OnDemandLayers({
  market: { scale, lot, symbol },
  canvas,
  legend,
  preferences: { interval },
  own: { fills },
  table,
  writing,
  onWritten,
}: Pick<ChartPaneProps, 'market' | 'preferences' | 'own'> & {
  canvas: Canvas | null
  /** Candle of the hover card. */
  legend: LegendData | null
  table: boolean
  writing: NoteEdit | null
  onWritten: () => void
}) {
  return (
    <Suspense fallback={null}>
      {legend && !table && (
        <Tip legend={legend} scale={scale} lot={lot} width={canvas?.chart.getDom()?.clientWidth ?? 0} />
      )}
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

/** Element that the chart is drawn into. */
function CanvasHost({
  host,
  label,
  onDoubleClick,
}: {
  host: RefObject<HTMLDivElement | null>
  label: string
  onDoubleClick: () => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that is moved with the pointer and the arrow keys
    <div ref={host} className={styles.canvas} role="group" aria-label={label} onDoubleClick={onDoubleClick} />
  )
}

/** The chart and what lies over it; faded while the page is not connected. */
function Stage({ children }: { children: ReactNode }) {
  const isDown = useStreamStatus() === 'down'
  return (
    <div className={styles.stage} data-down={isDown || undefined}>
      {children}
    </div>
  )
}

const usualAhead = 46

/** Chart of one market with its tools, the user's order marks, and a table for screen readers. */
export const ChartPane = memo(function ChartPane(props: ChartPaneProps) {
  const { market, preferences, change, own, onRevoke = noop, onRange = noop } = props
  const { lean = false, tip = false, ahead = usualAhead, spanMs = null, PhoneBar } = props
  const { t } = useTranslation('chart')
  const [tool, setTool] = useState<Tool | null>(null)
  const [table, setTable] = useState(false)
  const [writing, setWriting] = useState<NoteEdit | null>(null)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [isFull, fullScreen] = useFullScreen()
  const { saved, changeLook } = useLook(market, preferences, change)
  const { host, canvas, drawings, legend, state, retry } = useCanvas(
    { pid: market.pid, symbol: market.symbol, scale: market.scale, ahead },
    preferences,
    { own, kept: saved, spanMs },
    {
      onToolDone: () => setTool(null),
      onRevoke,
      onRange,
      onDrawings: (drawings) => saved.keep({ drawings }),
      onWrite: setWriting,
    },
  )
  useEffect(() => drawings?.draw(tool), [drawings, tool])
  return (
    <section
      className={styles.pane}
      data-bare={!preferences.tools || undefined}
      data-phone={PhoneBar !== undefined || undefined}
      data-full={isFull || undefined}
      aria-label={t('of', { symbol: market.symbol })}
    >
      <SiteToolbar
        {...props}
        change={changeLook}
        table={table}
        onTable={() => setTable(!table)}
        onStudies={() => setDialogOpen(true)}
        onFullScreen={fullScreen}
        canvas={canvas}
      />
      {preferences.tools && <DrawingTools {...{ drawings, tool }} isHere={saved.isHere} onTool={setTool} />}
      <Stage>
        <CanvasHost
          host={host}
          label={t('of', { symbol: market.symbol })}
          onDoubleClick={() => lean && tool === null && writing === null && fullScreen()}
        />
        {legend && state === 'ready' && <CandleLegend {...props} legend={legend} />}
        {state === 'failed' && <Failed retry={retry} />}
        <Extras
          {...props}
          canvas={canvas}
          change={changeLook}
          isFull={isFull}
          isDialogOpen={isDialogOpen}
          onDialogClose={() => setDialogOpen(false)}
        />
        <OnDemandLayers
          {...props}
          canvas={canvas}
          legend={tip && tool === null && writing === null ? legend : null}
          table={table}
          writing={writing}
          onWritten={() => setWriting(null)}
        />
      </Stage>
    </section>
  )
})
