import type { OverlayTemplate } from 'klinecharts'

export type MarkData = {
  readonly text: string
  readonly bought: boolean
  readonly colour: string
  readonly fill: string
  readonly family: string
}

/** A fill: a triangle below the candle when bought, above it when sold, with the lots beside it. */
export const fillMark: OverlayTemplate<MarkData> = {
  name: 'fillMark',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay, coordinates }) => {
    const at = coordinates[0]
    if (!at) return []
    const { bought, colour, fill, text, family } = overlay.extendData
    const way = bought ? 1 : -1
    const tip = { x: at.x, y: at.y + 3 * way }
    const foot = tip.y + 8 * way
    return [
      {
        type: 'polygon',
        attrs: { coordinates: [tip, { x: at.x - 5, y: foot }, { x: at.x + 5, y: foot }] },
        styles: { style: 'fill', color: colour },
        ignoreEvent: true,
      },
      {
        type: 'text',
        attrs: { x: at.x - 7, y: tip.y + 4 * way, text, align: 'right', baseline: 'middle' },
        styles: {
          color: colour,
          backgroundColor: fill,
          borderSize: 0,
          borderRadius: 2,
          paddingLeft: 3,
          paddingRight: 3,
          paddingTop: 1,
          paddingBottom: 1,
          size: 10,
          weight: '500',
          family,
        },
        ignoreEvent: true,
      },
    ]
  },
}
