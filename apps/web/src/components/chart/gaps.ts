import type { IndicatorTemplate, KLineData } from 'klinecharts'

/** A stretch of candles by their first and last index. */
export type Stretch = { readonly from: number; readonly to: number }

const isSilent = ({ volume, open, high, low, close }: KLineData): boolean =>
  volume === 0 && high === low && open === close

/**
 * The stretches of candles in which nobody traded: they carry the last close and no volume.
 *
 * @example silentStretches([traded, silent, silent, traded], 0, 4) // [{ from: 1, to: 2 }]
 */
export const silentStretches = (bars: readonly KLineData[], from: number, to: number): Stretch[] => {
  const found: Stretch[] = []
  let start: number | null = null
  for (let place = from; place <= to; place += 1) {
    const bar = place < to ? bars[place] : undefined
    const silent = bar !== undefined && isSilent(bar)
    if (silent) start ??= place
    else if (start !== null) {
      found.push({ from: start, to: place - 1 })
      start = null
    }
  }
  return found
}

/** Shades the stretches without a trade behind the candles; its colour is handed over as `extendData`. */
export const gaps: IndicatorTemplate<Record<string, never>, never, string> = {
  name: 'GAPS',
  shortName: 'GAPS',
  series: 'price',
  zLevel: -1,
  figures: [],
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
