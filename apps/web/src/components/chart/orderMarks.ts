import type { WindowData } from './overlays/optionWindow.ts'

/** Labels of a line. */
export type LineLabel = {
  readonly tag: string
  readonly axis: string
  /** The price is not allowed. */
  readonly wrong?: boolean
}

/** Drag behaviour of a line. Prices are texts with the decimals of the market. */
type Drag = {
  /** Labels while the line is dragged to a price. */
  readonly at: (price: string) => LineLabel
  /** Called with the price on release. The line returns to its own price. */
  readonly dropped: (price: string) => void
}

/** Line of a position or order, without colours. */
export type OrderLine = LineLabel & {
  readonly id: string
  readonly kind:
    | 'position'
    | 'liquidation'
    | 'order'
    | 'takeProfit'
    | 'stopLoss'
    | 'trailingStop'
    | 'closingOrder'
  /** Value on the chart. */
  readonly value: number
  readonly drag?: Drag
  /** Id of the open order to cancel when the tag is pressed. */
  readonly revokes?: number
}

/** Fill or settlement, without colours. */
export type OwnFill = {
  readonly id: string
  readonly value: number
  /** Epoch milliseconds. */
  readonly time: number
  /** Kind of a fill (contracts) or settlement result (options). */
  readonly kind: 'bought' | 'sold' | 'won' | 'lost' | 'even'
  readonly text: string
}

/** Open or settled option, without colours. */
export type OptionWindow = Omit<WindowData, 'look' | 'candleMs'> & {
  readonly id: string
  readonly value: number
}

/** Order marks of the user as plain data: the chart does not depend on orders or options. */
export type OrderMarks = {
  readonly lines: readonly OrderLine[]
  readonly fills: readonly OwnFill[]
  readonly windows: readonly OptionWindow[]
}

export const noMarks: OrderMarks = { lines: [], fills: [], windows: [] }
