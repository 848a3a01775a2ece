import type { IndicatorTemplate, KLineData } from 'klinecharts'

/** Range of candles by first and last index. */
export type CandleGap = { readonly from: number; readonly to: number }

const isEmptyBar = ({ volume, open, high, low, close }: KLineData): boolean =>
  volume === 0 && high === low && open === close

/**
 * Ranges of candles without a trade: they repeat the last close and have no volume.
 *
 * @example silentStretches([traded, silent, silent, traded], 0, 4) // [{ from: 1, to: 2 }]
 */
export const silentStretches = (bars: readonly KLineData[], from: number, to: number): CandleGap[] => {
  const ranges: CandleGap[] = []
  let start: number | null = null
  for (let index = from; index <= to; index += 1) {
    const bar = index < to ? bars[index] : undefined
    const silent = bar !== undefined && isEmptyBar(bar)
    if (silent) start ??= index
    else if (start !== null) {
      ranges.push({ from: start, to: index - 1 })
      start = null
    }
  }
  return ranges
}

/** Shades the ranges without a trade behind the candles. `extendData` is the colour. */
export const gaps: IndicatorTemplate<Record<string, never>, never, string> = {
  name: 'GAPS',
  shortName: 'GAPS',
  series: 'price',
  zLevel: -1,
  figures: [],
  createTooltipDataSource: () => ({ name: '', calcParamsText: '', legends: [], features: [] }),
  calc: (bars) => bars.map(() => ({})),
  draw: ({ ctx, chart, indicator, bounding, xAxis }) => {
    const bars = chart.getDataList()
    const { from, to } = chart.getVisibleRange()
    const space = chart.getBarSpace().bar
    ctx.fillStyle = indicator.extendData
    for (const stretch of silentStretches(bars, Math.max(0, from), Math.min(to, bars.length))) {
      const first = bars[stretch.from]
      if (!first) continue
      const left = xAxis.convertTimestampToPixel(first.timestamp) - space / 2
      ctx.fillRect(left, 0, space * (stretch.to - stretch.from + 1), bounding.height)
    }
    return true
  },
}
