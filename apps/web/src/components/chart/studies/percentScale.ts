import type { AxisRange, Chart } from 'klinecharts'

/**
 * Index of the first candle in view. The library's visible range begins further left when there is room beside the newest
 * candle.
 */
export const firstInView = (chart: Chart): number => {
  const first = Math.max(0, chart.getVisibleRange().realFrom)
  const [at] = [chart.convertToPixel([{ dataIndex: first }])].flat()
  return at?.x !== undefined && at.x < 0 ? first + 1 : first
}

/**
 * Range of a percent scale whose zero is at a price.
 *
 * @example percentRange({ from: 90, to: 120, range: 30, … }, 100) // displayed from −10 to 20
 */
export const percentRange = (range: AxisRange, zero: number): AxisRange => {
  const percent = (value: number): number => ((value - zero) / zero) * 100
  const [realFrom, realTo] = [percent(range.from), percent(range.to)]
  const realRange = realTo - realFrom
  return {
    ...range,
    realFrom,
    realTo,
    realRange,
    displayFrom: realFrom,
    displayTo: realTo,
    displayRange: realRange,
  }
}
