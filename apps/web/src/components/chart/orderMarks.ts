import type { WindowData } from './overlays/optionWindow.ts'

/** What is written on a line. */
export type LineLabel = {
  readonly tag: string
  readonly axis: string
  /** It cannot stand there. */
  readonly wrong?: boolean
}

/** A line that can be dragged; prices are texts with the market's decimals. */
export type Drag = {
  /** What is written on it while it is held at a price. */
  readonly at: (price: string) => LineLabel
  /** Told where it was let go; the line itself goes back to where it stands. */
  readonly dropped: (price: string) => void
}

/** A line of the trader's own, still without colours. */
export type OrderLine = LineLabel & {
  readonly id: string
  readonly kind: 'position' | 'closeOut' | 'order' | 'stop'
  /** A place on the chart. */
  readonly value: number
  readonly drag?: Drag
  /** The waiting order that is asked about when the tag is pressed. */
  readonly revokes?: number
}

/** Something that was filled or settled, still without colours. */
export type OwnFill = {
  readonly id: string
  readonly value: number
  /** Epoch milliseconds. */
  readonly time: number
  /** A fill of a contract, or how an option settled. */
  readonly kind: 'bought' | 'sold' | 'won' | 'lost' | 'even'
  readonly text: string
}

/** An option that runs or has settled, still without colours. */
export type OptionWindow = Omit<WindowData, 'look' | 'candleMs'> & {
  readonly id: string
  readonly value: number
}

/** What is the reader's own on a chart, as data: the chart knows neither orders nor options. */
export type OrderMarks = {
  readonly lines: readonly OrderLine[]
  readonly fills: readonly OwnFill[]
  readonly windows: readonly OptionWindow[]
}

export const noMarks: OrderMarks = { lines: [], fills: [], windows: [] }
