import { type RefObject, useEffect, useRef, useState } from 'react'
import { candleFeed } from '../../live/candles.ts'
import { useFigures } from '../figures.ts'
import type { Canvas, LegendData } from './canvas.ts'
import { type Drawing, drawingsKey, readDrawings } from './drawings.ts'
import type { Own } from './own.ts'
import type { Preferences } from './preferences.ts'

export type ChartSubject = {
  readonly pid: number
  readonly symbol: string
  readonly scale: number
  /** Whose drawings are shown. */
  readonly owner: string
}

export type CanvasState = {
  readonly host: RefObject<HTMLDivElement | null>
  readonly canvas: Canvas | null
  readonly legend: LegendData | null
  readonly state: 'loading' | 'ready' | 'failed'
  readonly retry: () => void
}

/** Follows the page's theme and direction colours and the size of the host. */
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

/** The chart library, loaded when the first chart is shown, drawing what the page says. */
export const useCanvas = (
  subject: ChartSubject,
  preferences: Preferences,
  own: Own,
  told: { readonly onToolDone: () => void; readonly onRevoke: (orderId: number) => void },
): CanvasState => {
  const host = useRef<HTMLDivElement>(null)
  const [canvas, setCanvas] = useState<Canvas | null>(null)
  const [legend, setLegend] = useState<LegendData | null>(null)
  const [state, setState] = useState<CanvasState['state']>('loading')
  const [attempt, setAttempt] = useState(0)
  const figures = useFigures()
  const { pid, symbol, scale, owner } = subject
  const keep = useRef((_drawings: Drawing[]): void => {})
  keep.current = (drawings) => localStorage.setItem(drawingsKey(owner, symbol), JSON.stringify(drawings))
  const tell = useRef(told)
  tell.current = told

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts over
  useEffect(() => {
    const element = host.current
    if (!element) return
    let stop = (): void => {}
    let gone = false
    const draw = async (): Promise<void> => {
      const { createCanvas } = await import('./canvas.ts')
      if (gone) return
      const fresh = createCanvas(element, {
        figures,
        onLegend: setLegend,
        onReady: () => setState('ready'),
        onFailed: () => setState('failed'),
        onChange: (drawings) => keep.current(drawings),
        onToolDone: () => tell.current.onToolDone(),
        onRevoke: (orderId) => tell.current.onRevoke(orderId),
      })
      const unwatch = watch(fresh, element)
      stop = () => {
        unwatch()
        fresh.close()
      }
      setCanvas(fresh)
    }
    setState('loading')
    draw().catch(() => setState('failed'))
    return () => {
      gone = true
      stop()
      setCanvas(null)
    }
  }, [figures, attempt])

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
  useEffect(() => {
    canvas?.drawn.set(readDrawings(localStorage.getItem(drawingsKey(owner, symbol))))
  }, [canvas, owner, symbol])

  return { host, canvas, legend, state, retry: () => setAttempt((count) => count + 1) }
}
