import type { AxisCreateTicksParams, Chart } from 'klinecharts'
import { serverNow } from '../../data/clock.ts'
import { formatTimeLeft } from './bars.ts'
import { axisWidth, takeLabels, writeAxisTags } from './overlays/axisTags.ts'
import { axisLook } from './ownLooks.ts'
import { pageTokens } from './styles.ts'

const id = 'axisTags'

export type AxisTagsOptions = {
  readonly paneId: string
  /** Formats a value on the chart for the price axis. */
  readonly axisPrice: (value: number) => string
  readonly candleMs: () => number
  readonly isHeld: () => boolean
}

/** Draws the tags on the price axis and makes the axis as wide as the longest tag. */
export const createAxisTags = (chart: Chart, { paneId, axisPrice, candleMs, isHeld }: AxisTagsOptions) => {
  let drawn = false
  let width = 0
  let turn = 0
  let scale: string | undefined
  /** Another scale is another axis of the library. */
  const takeLabelsOfScale = (): void => {
    const axis = chart.getYAxes({ paneId })[0]
    if (axis === undefined || axis.name === scale) return
    scale = axis.name
    chart.overrideYAxis({
      paneId,
      createTicks: ({ defaultTicks }: AxisCreateTicksParams) => takeLabels(chart, defaultTicks),
    })
  }
  const widen = (): void => {
    const last = chart.getDataList().at(-1)
    const [top] = [chart.convertFromPixel([{ y: 0 }], { paneId })].flat()
    if (!last) return
    const longest = [last.close, top?.value ?? last.close].map(axisPrice)
    const sample = longest.reduce((longestText, other) =>
      other.length > longestText.length ? other : longestText,
    )
    const needed = axisWidth(chart, sample, pageTokens()('font'))
    if (needed === width) return
    width = needed
    chart.setStyles({ yAxis: { size: width } })
  }
  const draw = (): void => {
    const last = chart.getDataList().at(-1)
    if (!last) return
    writeAxisTags(chart, {
      priceAt: axisPrice,
      leftOf: (opening) => formatTimeLeft(opening + candleMs() - serverNow()),
      look: axisLook(pageTokens()),
      paneId,
      isHeld,
    })
    takeLabelsOfScale()
    widen()
    turn += 1
    const points = [{ timestamp: last.timestamp, value: last.close }]
    // The library redraws an overlay only if its data changed, so the data is a counter.
    if (drawn) chart.overrideOverlay({ id, points, extendData: turn })
    else chart.createOverlay({ id, name: id, paneId, points, extendData: turn, zLevel: 2, lock: true })
    drawn = true
  }
  return { draw }
}
