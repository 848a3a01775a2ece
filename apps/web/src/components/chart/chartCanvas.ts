import type { CandleRow, Interval } from '@glasshouse/core/markets/wire'
import {
  type AxisCreateTicksParams,
  type AxisTick,
  type Chart,
  dispose,
  type FormatDateParams,
  init,
  registerIndicator,
} from 'klinecharts'
import type { CandleFeed } from '../../data/candles.ts'
import { serverNow } from '../../data/clock.ts'
import { intervalSeconds } from '../../data/intervals.ts'
import { displayZone, type Formatters } from '../formatters.ts'
import { type Bar, formatPriceAt, formatTimeLeft, periods } from './bars.ts'
import type { DrawingLayerOptions } from './drawingLayer.ts'
import { gaps } from './gaps.ts'
import { createLazyOverlays, drawingActions } from './lazyOverlays.ts'
import { type ChartRequest, createLoader } from './loader.ts'
import { noMarks, type OrderMarks } from './orderMarks.ts'
import { barSpaceFor } from './span.ts'
import { chartStyles, pageTokens, withAlpha } from './styles.ts'
import { isDayStart, isRoundTick, tickStep } from './timeTicks.ts'

registerIndicator(gaps)

const pricePane = 'candle_pane'
const volumePane = 'volume_pane'
/** Pixels from candle to candle while nobody asked for a span of time. */
const usualBarSpace = 11

/** The candle the legend speaks about, with the averages at it. */
export type LegendData = {
  readonly row: CandleRow
  readonly rises: boolean
  readonly ma7: number | null
  readonly ma30: number | null
  /** Where the pointer stands on it, in pixels from the left; null when it is the running candle. */
  readonly x: number | null
}

export type CanvasOptions = Omit<DrawingLayerOptions, 'paneId'> & {
  readonly figures: Formatters
  readonly onLegend: (legend: LegendData | null) => void
  readonly onReady: () => void
  readonly onFailed: () => void
  /** Empty pixels right of the newest candle. */
  readonly ahead: number
  /** The cross of a waiting order's line was pressed. */
  readonly onRevoke: (orderId: number) => void
}

/** What the chart shows: whose candles, and with how many decimals. */
export type ChartMarket = {
  readonly feed: CandleFeed
  readonly symbol: string
  readonly interval: Interval
  readonly scale: number
}

const axisDate = (figures: Formatters, { timestamp, template, type }: FormatDateParams): string => {
  if (type !== 'xAxis') return `${figures.day(timestamp)} ${figures.minute(timestamp)}`
  if (template === 'YYYY' || template === 'YYYY-MM') return figures.month(timestamp)
  const minute = figures.minute(timestamp)
  // The first hour of a day is told by its day.
  return template.includes('HH:mm') && minute !== '00:00' ? minute : figures.day(timestamp)
}

/** The library hands over plain digits; what is not a number stays as it is. */
const grouped = (figures: Formatters, value: string | number): string => {
  const text = String(value)
  return /^-?\d+(\.\d+)?$/.test(text) ? figures.plain(text) : text
}

/** The least room from one label of the time axis to the next. */
const tickPixels = 90

/** Labels at round times, also ahead of the newest candle; one cut at the edge says nothing. */
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

/** Stretches without a trade stand in this colour. */
const gapColour = (): string => withAlpha(pageTokens()('ink-3'), 7)

const open = (
  host: HTMLElement,
  { figures, ahead }: Pick<CanvasOptions, 'figures' | 'ahead'>,
  candleMs: () => number,
): Chart => {
  const chart = init(host, {
    timezone: displayZone,
    styles: chartStyles(pageTokens(), { line: false, tagged: false }),
    thousandsSeparator: { sign: ',', format: (value) => grouped(figures, value) },
    formatter: {
      formatDate: (params) => axisDate(figures, params),
      formatExtendText: ({ data }) => formatTimeLeft(data.timestamp + candleMs() - serverNow()),
    },
  })
  if (!chart) throw new Error('the chart could not be drawn')
  // The library puts itself before everything else in the order of the keyboard.
  if (host.firstElementChild instanceof HTMLElement) host.firstElementChild.tabIndex = 0
  chart.overrideXAxis({
    createTicks: (params) => timeTicks(chart, figures, candleMs(), params),
  })
  chart.setBarSpace(usualBarSpace)
  chart.setOffsetRightDistance(ahead)
  return chart
}

/** The candle under the pointer by its index, and where the pointer stands. */
type HoveredBar = { readonly index: number; readonly x: number }

/** The library tells where the pointer is; which candle that is has to be asked. */
const pointedAt = (chart: Chart, x: number | undefined): HoveredBar | null => {
  if (x === undefined) return null
  const [at] = [chart.convertFromPixel([{ x }], { paneId: pricePane })].flat()
  return at?.dataIndex === undefined ? null : { index: at.dataIndex, x }
}

const legendAt = (chart: Chart, pointed: HoveredBar | null): LegendData | null => {
  const data = chart.getDataList()
  const under = pointed !== null && data[pointed.index] ? pointed : null
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

/** Switches that add and take away what lies over and under the candles. */
const createExtras = (chart: Chart) => ({
  setAverages: (shown: boolean) => {
    chart.removeIndicator({ name: 'MA' })
    if (shown) chart.createIndicator({ name: 'MA', paneId: pricePane, calcParams: [7, 30] }, true)
  },
  setVolume: (shown: boolean) => {
    chart.removeIndicator({ name: 'VOL' })
    if (!shown) return
    chart.createIndicator({ name: 'VOL', paneId: volumePane, calcParams: [] })
    chart.setPaneOptions({ id: volumePane, height: 80 })
    // Volume is read from the bars' height and the legend; figures on its axis would only crowd the price's.
    chart.overrideYAxis({ paneId: volumePane, createTicks: () => [] })
  },
})

/** Draws the chart of one market into a host element and keeps it moving. Owns the library's chart until `close`. */
export const createCanvas = (host: HTMLElement, options: CanvasOptions) => {
  let candleMs = 60_000
  let scale = 2
  let line = false
  // Until the trader's own lines arrive, the library draws the tags of last price and crosshair.
  let tagged = false
  let pointed: HoveredBar | null = null
  let wanted: ChartRequest | null = null
  let own: OrderMarks = noMarks
  let spanMs: number | null = null
  const chart = open(host, options, () => candleMs)
  chart.createIndicator({ name: 'GAPS', paneId: pricePane, extendData: gapColour() }, true)
  const over = createLazyOverlays(chart, {
    ...options,
    paneId: pricePane,
    priceAt: (value) => formatPriceAt(value, scale),
    axisPrice: (value) => options.figures.plain(formatPriceAt(value, scale)),
  })
  const drawOwn = (): void => over.use(({ own: lines }) => lines.draw(own, candleMs))
  const legend = (): void => options.onLegend(legendAt(chart, pointed))
  const restyle = (): void => {
    chart.setStyles(chartStyles(pageTokens(), { line, tagged }))
    chart.overrideIndicator({ name: 'GAPS', extendData: gapColour() })
    drawOwn()
  }
  over.use(() => {
    tagged = true
    restyle()
  })
  /** Makes the wanted span fill the width, ending now. */
  const fit = (): void => {
    const width = chart.getSize(pricePane, 'main')?.width ?? 0
    chart.setBarSpace(spanMs === null ? usualBarSpace : barSpaceFor(spanMs / candleMs, width - options.ahead))
    chart.scrollToRealTime()
  }
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Delete' || key === 'Backspace') over.use(({ drawn }) => drawn.removeSelected())
  }
  chart.subscribeAction('onCrosshairChange', (data) => {
    pointed = pointedAt(chart, (data as { x?: number } | undefined)?.x)
    legend()
  })
  // It keeps silent when the pointer leaves.
  const onLeave = (): void => {
    pointed = null
    legend()
  }
  host.addEventListener('keydown', onKeyDown)
  host.addEventListener('pointerleave', onLeave)
  chart.subscribeAction('onVisibleRangeChange', () => queueMicrotask(legend))
  const ready = (): void => {
    if (spanMs !== null) fit()
    drawOwn()
    legend()
    options.onReady()
  }
  chart.setDataLoader(createLoader(() => wanted, { ready, failed: options.onFailed }))

  return {
    ...createExtras(chart),
    drawn: drawingActions(over.use),
    restyle,
    show: ({ feed, symbol, interval, scale: decimals }: ChartMarket) => {
      scale = decimals
      candleMs = intervalSeconds[interval] * 1000
      pointed = null
      const period = periods[interval]
      wanted = { feed, symbol, period }
      if (chart.getSymbol()?.ticker !== symbol)
        chart.setSymbol({ ticker: symbol, pricePrecision: decimals, volumePrecision: 2 })
      if (chart.getPeriod() !== period) chart.setPeriod(period)
    },
    setLine: (next: boolean) => {
      line = next
      restyle()
    },
    setOwn: (next: OrderMarks) => {
      own = next
      drawOwn()
    },
    /** Shows a span of so many milliseconds up to now; null shows as much as usual. */
    setSpan: (next: number | null) => {
      if (next === spanMs) return
      spanMs = next
      fit()
    },
    /** The candles drawn, ascending. */
    rows: (): CandleRow[] => chart.getDataList().map((bar) => (bar as Bar).row),
    resize: () => chart.resize(),
    close: () => {
      host.removeEventListener('keydown', onKeyDown)
      host.removeEventListener('pointerleave', onLeave)
      over.close()
      dispose(host)
    },
  }
}
export type Canvas = ReturnType<typeof createCanvas>
