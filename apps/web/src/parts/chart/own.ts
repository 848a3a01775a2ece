import type { WindowData } from './overlays/optionWindow.ts'

/** A line of the trader's own, still without colours. */
export type OwnLine = {
  readonly id: string
  readonly kind: 'position' | 'closeOut' | 'order' | 'stop'
  /** A place on the chart. */
  readonly value: number
  readonly tag: string
  readonly axis: string
  /** The waiting order that is asked about when the tag is pressed. */
  readonly revokes?: number
}
/** Something that was filled, still without colours. */
export type OwnFill = {
  readonly id: string
  readonly value: number
  /** Epoch milliseconds. */
  readonly time: number
  readonly bought: boolean
  readonly text: string
}

/** An option that runs, still without colours. */
export type OwnWindow = Omit<WindowData, 'look' | 'candleMs'> & {
  readonly id: string
  readonly value: number
}

/** What is the reader's own on a chart, as data: the chart knows neither orders nor options. */
export type Own = {
  readonly lines: readonly OwnLine[]
  readonly fills: readonly OwnFill[]
  readonly windows: readonly OwnWindow[]
}

export const nothingOwn: Own = { lines: [], fills: [], windows: [] }
