import { type Chart, registerIndicator } from 'klinecharts'
import { createDrawingLayer, type DrawingLayerOptions } from './drawingLayer.ts'
import { gaps } from './gaps.ts'
import { registerOverlays } from './overlays/register.ts'
import { createOrderMarks, type OwnOptions } from './renderOrderMarks.ts'

registerOverlays()
registerIndicator(gaps)

export type OverlayOptions = DrawingLayerOptions & OwnOptions

/** Overlays of one chart: drawings and order marks. */
export const createOverlays = (chart: Chart, options: OverlayOptions) => ({
  drawn: createDrawingLayer(chart, options),
  own: createOrderMarks(chart, options),
})
export type ChartOverlays = ReturnType<typeof createOverlays>
