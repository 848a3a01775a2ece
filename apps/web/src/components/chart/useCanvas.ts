import { type RefObject, useEffect, useRef, useState } from 'react'
import { candleFeed } from '../../data/candles.ts'
import { useFormatters } from '../formatters.ts'
import type { Canvas, LegendData } from './chartCanvas.ts'
import { markChartReady, markChartReadyAfterTimeout, markChartReadyNextFrame } from './chartReady.ts'
import type { DrawingLayer, NoteEdit } from './drawingLayer.ts'
import type { Drawing } from './drawings.ts'
import type { OrderMarks } from './orderMarks.ts'
import type { Preferences } from './preferences.ts'
import type { SavedDrawings } from './useSavedDrawings.ts'

export type ChartMarket = {
  readonly pid: number
  readonly symbol: string
  readonly scale: number
  /** Empty pixels to the right of the newest candle. */
  readonly ahead: number
}

/** Content drawn over the candles. */
export type ChartContent = {
  readonly own: OrderMarks
  /** Saved drawings, redrawn when the version increases. */
  readonly kept: Pick<SavedDrawings, 'drawings' | 'version'>
  /** Visible time span up to now, in milliseconds; null for the default span. */
  readonly spanMs: number | null
}

/** Events of the chart for the page. */
export type ChartCallbacks = {
  readonly onToolDone: () => void
  readonly onRevoke: (orderId: number) => void
  readonly onRange: (fromMs: number, toMs: number) => void
  readonly onDrawings: (drawings: Drawing[]) => void
  readonly onWrite: (writing: NoteEdit) => void
}

export type CanvasState = {
  readonly host: RefObject<HTMLDivElement | null>
  readonly canvas: Canvas | null
  /** Null until the first candles are drawn. */
  readonly drawings: DrawingLayer | null
  readonly legend: LegendData | null
  readonly state: 'loading' | 'ready' | 'failed'
  readonly retry: () => void
}

/** Updates the chart on changes of theme, direction colours and host size. */
const watch = (canvas: Canvas, host: HTMLElement): (() => void) => {
  const themes = new MutationObserver(canvas.restyle)
  themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-direction'] })
  const sizes = new ResizeObserver(canvas.resize)
  sizes.observe(host)
  return () => {
    themes.disconnect()
    sizes.disconnect()
  }
}

/** Chart canvas in a host element. The chart library is loaded on first use. */
export const useCanvas = (
  subject: ChartMarket,
  preferences: Preferences,
  { own, kept: savedDrawings, spanMs }: ChartContent,
  callbacks: ChartCallbacks,
): CanvasState => {
  const host = useRef<HTMLDivElement>(null)
  const [canvas, setCanvas] = useState<Canvas | null>(null)
  const [drawings, setDrawings] = useState<DrawingLayer | null>(null)
  const [legend, setLegend] = useState<LegendData | null>(null)
  const [state, setState] = useState<CanvasState['state']>('loading')
  const [attempt, setAttempt] = useState(0)
  const figures = useFormatters()
  const { pid, symbol, scale, ahead } = subject
  const latestCallbacks = useRef(callbacks)
  latestCallbacks.current = callbacks

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts over
  useEffect(() => {
    const element = host.current
    if (!element) return
    let stop = (): void => {}
    let gone = false
    const draw = async (): Promise<void> => {
      const { createCanvas } = await import('./chartCanvas.ts')
      if (gone) return
      const fresh = createCanvas(element, {
        figures,
        ahead,
        onLegend: setLegend,
        onDrawingLayer: setDrawings,
        onReady: () => {
          setState('ready')
          markChartReadyNextFrame()
        },
        onFailed: () => {
          setState('failed')
          markChartReady()
        },
        onChange: (next) => latestCallbacks.current.onDrawings(next),
        onToolDone: () => latestCallbacks.current.onToolDone(),
        onRevoke: (orderId) => latestCallbacks.current.onRevoke(orderId),
        onRange: (fromMs, toMs) => latestCallbacks.current.onRange(fromMs, toMs),
        onWrite: (writing) => latestCallbacks.current.onWrite(writing),
      })
      const unwatch = watch(fresh, element)
      stop = () => {
        unwatch()
        fresh.close()
      }
      setCanvas(fresh)
      markChartReadyAfterTimeout()
    }
    setState('loading')
    draw().catch(() => {
      setState('failed')
      markChartReady()
    })
    return () => {
      gone = true
      stop()
      setCanvas(null)
      setDrawings(null)
    }
  }, [figures, ahead, attempt])

  useEffect(() => {
    setState('loading')
    canvas?.show({
      feed: candleFeed(pid, symbol, preferences.interval),
      symbol,
      interval: preferences.interval,
      scale,
    })
  }, [canvas, pid, symbol, scale, preferences.interval])
  useEffect(() => canvas?.setLine(preferences.line), [canvas, preferences.line])
  useEffect(() => canvas?.setAverages(preferences.averages), [canvas, preferences.averages])
  useEffect(() => canvas?.setVolume(preferences.volume), [canvas, preferences.volume])
  useEffect(() => canvas?.setOwn(own), [canvas, own])
  useEffect(() => canvas?.setSpan(spanMs), [canvas, spanMs])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means the drawings must be redrawn
  useEffect(() => drawings?.set(savedDrawings.drawings()), [drawings, savedDrawings.version])

  return { host, canvas, drawings, legend, state, retry: () => setAttempt((count) => count + 1) }
}
