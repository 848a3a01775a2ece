import type { OrderLine, OwnFill } from './orderMarks.ts'
import type { AxisLook } from './overlays/axisTags.ts'
import type { WindowLook } from './overlays/optionWindow.ts'
import { type Token, withAlpha } from './styles.ts'
import type { LineLook } from './tags/lineLook.ts'

const positionLook = (token: Token): LineLook => ({
  line: token('ink-3'),
  tagText: token('ink-2'),
  tagFill: token('pane'),
  tagEdge: token('bar-strong'),
  axisText: token('ink'),
  axisFill: token('pane-2'),
  axisEdge: token('bar-strong'),
  dash: null,
  family: token('font'),
})

const liquidationLook = (token: Token): LineLook => ({
  line: token('warn'),
  tagText: token('warn'),
  tagFill: token('warn-soft'),
  tagEdge: token('warn-line'),
  axisText: token('warn'),
  axisFill: token('warn-soft'),
  axisEdge: token('warn-line'),
  dash: [2, 3],
  family: token('font'),
})

const orderLook = (token: Token): LineLook => ({
  line: token('brand'),
  tagText: token('brand'),
  tagFill: token('pane'),
  tagEdge: token('brand'),
  axisText: token('on-brand'),
  axisFill: token('brand'),
  axisEdge: token('brand'),
  dash: [5, 3],
  family: token('font'),
})

/** Take profit and stop loss have the colour of their result and are dashed, because they are not executed yet. */
const stopLook =
  (direction: 'up' | 'down') =>
  (token: Token): LineLook => ({
    ...positionLook(token),
    line: token(direction),
    tagText: token(direction),
    tagEdge: token(direction),
    axisText: token(direction),
    axisEdge: token(direction),
    dash: [5, 3],
  })

const looks = {
  position: positionLook,
  liquidation: liquidationLook,
  order: orderLook,
  takeProfit: stopLook('up'),
  stopLoss: stopLook('down'),
  trailingStop: stopLook('down'),
  closingOrder: stopLook('up'),
} as const

/** Style of a line; a line at a price that is not allowed has the warning style. */
export const lineLook = ({ kind, wrong }: OrderLine, token: Token): LineLook =>
  wrong ? liquidationLook(token) : looks[kind](token)

/** Fills have the brand colour, settlements the colour of their result. */
export const fillColour = (kind: OwnFill['kind'], token: Token): string =>
  token(kind === 'won' ? 'up' : kind === 'lost' ? 'down' : kind === 'even' ? 'ink-2' : 'brand')

/** Opacity in percent of the winning and losing halves, so that candles stay visible. */
const halfShare = 8

/** Style of an option window. */
export const windowLook = (token: Token): WindowLook => ({
  brand: token('brand'),
  onBrand: token('on-brand'),
  pane: token('pane'),
  winning: withAlpha(token('up'), halfShare),
  losing: withAlpha(token('down'), halfShare),
  won: token('up'),
  lost: token('down'),
  ink: token('ink'),
  edge: token('ink-2'),
  words: token('ink-2'),
  family: token('font'),
})

/** Style of the tags of last price and crosshair. */
export const axisLook = (token: Token): AxisLook => ({
  up: token('up'),
  down: token('down'),
  flat: token('ink-3'),
  onDirection: token('on-direction'),
  crosshair: token('tip'),
  onCrosshair: token('on-tip'),
  label: token('ink-3'),
  family: token('font'),
})
