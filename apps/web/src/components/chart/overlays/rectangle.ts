import type { OverlayTemplate } from 'klinecharts'

/** Rectangle between two corners. */
export const rectangle: OverlayTemplate = {
  name: 'rectangle',
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
  createPointFigures: ({ coordinates }) => {
    const [from, to] = coordinates
    if (!from || !to) return []
    return {
      type: 'rect',
      attrs: {
        x: Math.min(from.x, to.x),
        y: Math.min(from.y, to.y),
        width: Math.abs(to.x - from.x),
        height: Math.abs(to.y - from.y),
      },
      styles: { style: 'stroke_fill' },
    }
  },
}
