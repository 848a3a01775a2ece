import { type ChartInterval, intervalMs } from '@glasshouse/core/markets/intervals'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import {
  type AxisCreateTicksParams,
  type AxisTick,
  type Chart,
  dispose,
  type FormatDateParams,
  init,
} from 'klinecharts'
import type { CandleFeed } from '../../data/candles.ts'
import { serverNow } from '../../data/clock.ts'
import { displayZone, type Formatters } from '../formatters.ts'
import { axisNumber } from './axisNumber.ts'
import { type Bar, formatPriceAt, formatTimeLeft, periods } from './bars.ts'
import { loadAfterChart } from './chartReady.ts'
import type { DrawingLayer, DrawingLayerOptions } from './drawingLayer.ts'
import { type ChartRequest, createLoader } from './loader.ts'
import { noMarks, type OrderMarks } from './orderMarks.ts'
import type { ChartOverlays } from './overlays.ts'
import { barSpaceFor } from './span.ts'
import { chartStyles, pageTokens, withAlpha } from './styles.ts'
import { isDayStart, isRoundTick, tickStep } from './timeTicks.ts'

const pricePane = 'candle_pane'
const volumePane = 'volume_pane'
/** Default distance between two candles, in pixels. */
const defaultBarSpace = 11

/** Candle displayed in the legend, with its moving averages. */
export type LegendData = {
  readonly row: CandleRow
  readonly rises: boolean
  readonly ma7: number | null
  readonly ma30: number | null
  /** Position of the pointer in pixels from the left; null for the current candle. */
  readonly x: number | null
}

export type CanvasOptions = Omit<DrawingLayerOptions, 'paneId'> & {
  readonly figures: Formatters
  readonly onLegend: (legend: LegendData | null) => void
  /** Called when drawings can be shown, after the first candles. */
  readonly onDrawingLayer: (layer: DrawingLayer) => void
  readonly onReady: () => void
  readonly onFailed: () => void
  /** Empty pixels to the right of the newest candle. */
  readonly ahead: number
  /** Called when the close button of an open order's line is pressed. */
  readonly onRevoke: (orderId: number) => void
  /** Called with the instants between which candles are visible. */
  readonly onRange: (fromMs: number, toMs: number) => void
}

/** Source of the candles and the number of decimals. */
export type ChartMarket = {
  readonly feed: CandleFeed
  readonly symbol: string
  readonly interval: ChartInterval
  readonly scale: number
}

const axisDate = (figures: Formatters, { timestamp, template, type }: FormatDateParams): string => {
  if (type !== 'xAxis') return `${figures.day(timestamp)} ${figures.minute(timestamp)}`
  if (template === 'YYYY' || template === 'YYYY-MM') return figures.month(timestamp)
  const minute = figures.minute(timestamp)
  // The first hour of a day is labelled with the day.
  return template.includes('HH:mm') && minute !== '00:00' ? minute : figures.day(timestamp)
}

/** Minimum distance between two labels of the time axis. */
const tickPixels = 90

/** Labels at round times, also after the newest candle. Labels that would be cut off at an edge are omitted. */
const timeTicks = (
  chart: Chart,
  figures: Formatters,
  candleMs: number,
  { range, bounding }: AxisCreateTicksParams,
): AxisTick[] => {
  const bars = chart.getDataList()
  const newest = bars.at(-1)
  if (!newest) return []
  const step = tickStep(candleMs, chart.getBarSpace().bar, tickPixels)
  const ticks: AxisTick[] = []
  for (let index = Math.max(0, Math.floor(range.from)); index <= Math.ceil(range.to); index += 1) {
    const instant = bars[index]?.timestamp ?? newest.timestamp + (index - bars.length + 1) * candleMs
    if (!isRoundTick(instant, step)) continue
    const [at] = [chart.convertToPixel([{ dataIndex: index }], { paneId: pricePane })].flat()
    if (at?.x === undefined || at.x <= 20 || at.x >= bounding.width - 20) continue
    const text = isDayStart(instant) ? figures.day(instant) : figures.minute(instant)
    ticks.push({ coord: at.x, value: instant, text })
  }
  return ticks
}

/** Background of time ranges without a trade. */
const gapColour = (): string => withAlpha(pageTokens()('ink-3'), 7)

const open = (
  host: HTMLElement,
  { figures, ahead }: Pick<CanvasOptions, 'figures' | 'ahead'>,
  candleMs: () => number,
): Chart => {
  const chart = init(host, {
    timezone: displayZone,
    styles: chartStyles(pageTokens(), { line: false, tagged: false }),
    thousandsSeparator: { sign: ',', format: (value) => axisNumber(figures, String(value)) },
    formatter: {
      formatDate: (params) => axisDate(figures, params),
      formatExtendText: ({ data }) => formatTimeLeft(data.timestamp + candleMs() - serverNow()),
    },
  })
  if (!chart) throw new Error('the chart library returned no chart')
  // The library sets a positive tabIndex, which would put the chart first in the tab order.
  if (host.firstElementChild instanceof HTMLElement) host.firstElementChild.tabIndex = 0
  chart.overrideXAxis({
    createTicks: (params) => timeTicks(chart, figures, candleMs(), params),
  })
  chart.setBarSpace(defaultBarSpace)
  chart.setOffsetRightDistance(ahead)
  return chart
}

/** Hovered candle by its index, and the position of the pointer. */
type HoveredBar = { readonly index: number; readonly x: number }

/** The library reports only the position of the pointer; converts it to a candle. */
const hoveredBar = (chart: Chart, x: number | undefined): HoveredBar | null => {
  if (x === undefined) return null
  const [at] = [chart.convertFromPixel([{ x }], { paneId: pricePane })].flat()
  return at?.dataIndex === undefined ? null : { index: at.dataIndex, x }
}

const legendAt = (chart: Chart, hovered: HoveredBar | null): LegendData | null => {
  const data = chart.getDataList()
  const under = hovered !== null && data[hovered.index] ? hovered : null
  const index = under?.index ?? data.length - 1
  const bar = data[index] as Bar | undefined
  if (!bar) return null
  const averages = chart.getIndicators({ name: 'MA' })[0]?.result[index] as
    | { ma1?: number; ma2?: number }
    | undefined
  return {
    row: bar.row,
    rises: bar.close > bar.open,
    ma7: averages?.ma1 ?? null,
    ma30: averages?.ma2 ?? null,
    x: under?.x ?? null,
  }
}

/** No line of values in the chart: the legend of the page has those of averages and volume. */
const noValues = () => ({ name: '', calcParamsText: '', legends: [], features: [] })

/** Switches for indicators over and below the candles. */
const createExtras = (chart: Chart) => ({
  setAverages: (visible: boolean) => {
    chart.removeIndicator({ name: 'MA' })
    if (visible)
      chart.createIndicator(
        { name: 'MA', paneId: pricePane, calcParams: [7, 30], createTooltipDataSource: noValues },
        true,
      )
  },
  setVolume: (visible: boolean) => {
    chart.removeIndicator({ name: 'VOL' })
    if (!visible) return
    chart.createIndicator({
      name: 'VOL',
      paneId: volumePane,
      calcParams: [],
      createTooltipDataSource: noValues,
    })
    chart.setPaneOptions({ id: volumePane, height: 80 })
    // The volume axis has no labels: the legend shows the volume, and labels would crowd those of the price.
    chart.overrideYAxis({ paneId: volumePane, createTicks: () => [] })
  },
})

/** Draws and updates the chart of one market in a host element. Owns the library's chart until `close`. */
export const createCanvas = (host: HTMLElement, options: CanvasOptions) => {
  let candleMs = 60_000
  let scale = 2
  let line = false
  // The library draws the tags of last price and crosshair until the order marks have loaded.
  let tagged = false
  let hovered: HoveredBar | null = null
  let request: ChartRequest | null = null
  let orderMarks: OrderMarks = noMarks
  let spanMs: number | null = null
  const chart = open(host, options, () => candleMs)
  let overlays: ChartOverlays | null = null
  let isClosed = false
  const drawOwn = (): void => overlays?.own.draw(orderMarks, candleMs)
  const legend = (): void => options.onLegend(legendAt(chart, hovered))
  const restyle = (): void => {
    chart.setStyles(chartStyles(pageTokens(), { line, tagged }))
    chart.overrideIndicator({ name: 'GAPS', extendData: gapColour() })
    drawOwn()
  }
  /** Drawings and order marks are not needed for the first candles. */
  const addOverlays = async (): Promise<void> => {
    const { createOverlays } = await loadAfterChart(() => import('./overlays.ts'))
    if (isClosed) return
    overlays = createOverlays(chart, {
      ...options,
      paneId: pricePane,
      priceAt: (value) => formatPriceAt(value, scale),
      axisPrice: (value) => options.figures.plain(formatPriceAt(value, scale)),
    })
    chart.createIndicator({ name: 'GAPS', paneId: pricePane, extendData: gapColour() }, true)
    tagged = true
    restyle()
    options.onDrawingLayer(overlays.drawn)
  }
  addOverlays().catch(options.onFailed)
  /** Scales the candles so that the requested span ends now and fills the width. */
  const fit = (): void => {
    const width = chart.getSize(pricePane, 'main')?.width ?? 0
    chart.setBarSpace(
      spanMs === null ? defaultBarSpace : barSpaceFor(spanMs / candleMs, width - options.ahead),
    )
    chart.scrollToRealTime()
  }
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Delete' || key === 'Backspace') overlays?.drawn.removeSelected()
  }
  chart.subscribeAction('onCrosshairChange', (data) => {
    hovered = hoveredBar(chart, (data as { x?: number } | undefined)?.x)
    legend()
  })
  // The library does not report that the pointer left.
  const onLeave = (): void => {
    hovered = null
    legend()
  }
  host.addEventListener('keydown', onKeyDown)
  host.addEventListener('pointerleave', onLeave)
  const rangeChanged = (): void => {
    legend()
    const bars = chart.getDataList()
    const { from, to } = chart.getVisibleRange()
    const [first, last] = [bars[Math.max(from, 0)], bars[Math.min(to, bars.length) - 1]]
    if (first && last) options.onRange(first.timestamp, last.timestamp + candleMs)
  }
  chart.subscribeAction('onVisibleRangeChange', () => queueMicrotask(rangeChanged))
  const ready = (): void => {
    if (spanMs !== null) fit()
    drawOwn()
    rangeChanged()
    options.onReady()
  }
  chart.setDataLoader(createLoader(() => request, { ready, failed: options.onFailed }))

  return {
    /** The library's chart, for what is loaded after it. */
    chart,
    pricePane,
    ...createExtras(chart),
    restyle,
    show: ({ feed, symbol, interval, scale: decimals }: ChartMarket) => {
      scale = decimals
      candleMs = intervalMs[interval]
      hovered = null
      const period = periods[interval]
      request = { feed, symbol, period }
      if (chart.getSymbol()?.ticker !== symbol)
        chart.setSymbol({ ticker: symbol, pricePrecision: decimals, volumePrecision: 2 })
      if (chart.getPeriod() !== period) chart.setPeriod(period)
    },
    setLine: (next: boolean) => {
      line = next
      restyle()
    },
    setOwn: (next: OrderMarks) => {
      orderMarks = next
      drawOwn()
    },
    /** Sets the visible time span up to now, in milliseconds; null for the default span. */
    setSpan: (next: number | null) => {
      if (next === spanMs) return
      spanMs = next
      fit()
    },
    /** Drawn candles, ascending. */
    rows: (): CandleRow[] => chart.getDataList().map((bar) => (bar as Bar).row),
    resize: () => chart.resize(),
    close: () => {
      host.removeEventListener('keydown', onKeyDown)
      host.removeEventListener('pointerleave', onLeave)
      isClosed = true
      overlays?.own.close()
      dispose(host)
    },
  }
}
export type Canvas = ReturnType<typeof createCanvas>
