import type { Chart, IndicatorTemplate, YAxis } from 'klinecharts'
import { firstInView } from './percentScale.ts'

/** Closes of the compared market by opening, epoch milliseconds. */
export type ComparedCloses = ReadonlyMap<number, number>

type Bar = { readonly timestamp: number; readonly close: number }

/** A point of the compared line: index of the candle, and the price of the own market with the same change. */
export type ComparedPoint = { readonly index: number; readonly value: number; readonly change: number }

/**
 * The line of another market on the price axis of this one, over the candles from `from` to `to` (exclusive): both
 * begin at the same point, the first candle that both have, and equal changes in percent have equal heights.
 *
 * @example comparedLine([{ timestamp: 0, close: 100 }, { timestamp: 1, close: 100 }], new Map([[0, 4], [1, 5]]), 0, 2)
 * // [{ index: 0, value: 100, change: 0 }, { index: 1, value: 125, change: 0.25 }]
 */
export const comparedLine = (
  bars: readonly Bar[],
  closes: ComparedCloses,
  from: number,
  to: number,
): readonly ComparedPoint[] => {
  const points: ComparedPoint[] = []
  let start: { own: number; other: number } | null = null
  for (let index = Math.max(0, from); index < Math.min(to, bars.length); index += 1) {
    const bar = bars[index]
    const other = bar && closes.get(bar.timestamp)
    if (!bar || other === undefined) continue
    start ??= { own: bar.close, other }
    const ratio = other / start.other
    points.push({ index, value: start.own * ratio, change: ratio - 1 })
  }
  return points
}

/** Current line of a chart: it begins at the first candle in view. */
export const visibleComparison = (chart: Chart, closes: ComparedCloses): readonly ComparedPoint[] =>
  comparedLine(chart.getDataList(), closes, firstInView(chart), chart.getVisibleRange().to)

type CompareData = { readonly symbol: string; readonly closes: ComparedCloses; readonly colour: string }

const name = 'COMPARE'

/** Symbol of the market that a chart compares with its own; empty for none. */
export const comparedSymbol = (chart: Chart): string => {
  const [indicator] = chart.getIndicators({ name })
  return (indicator?.extendData as (() => CompareData) | undefined)?.().symbol ?? ''
}

/** Line of the compared market. `extendData` has its symbol, its closes and its colour. */
export const compare: IndicatorTemplate<Record<string, never>, never, () => CompareData> = {
  name,
  shortName: '',
  series: 'price',
  figures: [],
  calc: (bars) => bars.map(() => ({})),
  createTooltipDataSource: () => ({ name: '', calcParamsText: '', legends: [], features: [] }),
  draw: ({ ctx, chart, indicator, bounding, xAxis, yAxis }) => {
    const { closes, colour } = indicator.extendData()
    const bars = chart.getDataList()
    ctx.save()
    ctx.beginPath()
    ctx.rect(0, 0, bounding.width, bounding.height)
    ctx.clip()
    ctx.beginPath()
    let isFirst = true
    for (const { index, value } of visibleComparison(chart, closes)) {
      const x = xAxis.convertTimestampToPixel(bars[index]?.timestamp ?? 0)
      const y = (yAxis as YAxis).convertToPixel(value)
      if (isFirst) ctx.moveTo(x, y)
      else ctx.lineTo(x, y)
      isFirst = false
    }
    ctx.strokeStyle = colour
    ctx.lineWidth = 1.5
    ctx.stroke()
    ctx.restore()
    return true
  },
}
