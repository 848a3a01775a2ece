import { permilleOf } from '../../../components/holdings/holdings.ts'
import { recordUnits } from './percents.ts'

/** Width and height of a plot in units of its drawing. */
export const plotSize = { width: 1000, height: 100 } as const

type Days = readonly (readonly [day: string, value: string])[]

/** A plotted line of a record: its points and the values at the upper and lower edge, in units of 0.000000001. */
export type RecordPlot = { readonly points: string; readonly high: bigint; readonly low: bigint }

const plot = (values: readonly bigint[], high: bigint, low: bigint): RecordPlot => {
  const step = plotSize.width / Math.max(1, values.length - 1)
  const points = values.map((value, at) => {
    const y = plotSize.height - (permilleOf(value - low, high - low) * plotSize.height) / 1000
    return `${(at * step).toFixed(1)} ${y.toFixed(1)}`
  })
  return { points: `M${points.join('L')}`, high, low }
}

/** The index of a record between its lowest and highest value, beginning with 1 before the first day. */
export const indexPlot = (index: Days): RecordPlot => {
  const values = [1_000_000_000n, ...index.map(([, value]) => recordUnits(value))]
  const high = values.reduce((most, value) => (value > most ? value : most))
  const low = values.reduce((least, value) => (value < least ? value : least))
  return plot(values, high === low ? high + 10_000_000n : high, low)
}

/** The falls below the highest value, 0 at the upper edge. The deepest fall is at the lower edge, at least 1 %. */
export const drawdownPlot = (drawdown: Days): RecordPlot => {
  const falls = [0n, ...drawdown.map(([, value]) => -recordUnits(value))]
  const low = falls.reduce((least, value) => (value < least ? value : least), -1_000_000_000n)
  return plot(falls, 0n, low)
}
