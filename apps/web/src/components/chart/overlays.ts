import type { Chart } from 'klinecharts'
import { createDrawingLayer, type DrawingLayerOptions } from './drawingLayer.ts'
import { registerOverlays } from './overlays/register.ts'
import { createOrderMarks, type OwnOptions } from './renderOrderMarks.ts'

registerOverlays()

export type OverlayOptions = DrawingLayerOptions & OwnOptions

/** Overlays of one chart: drawings and order marks. */
export const createOverlays = (chart: Chart, options: OverlayOptions) => ({
  drawn: createDrawingLayer(chart, options),
  own: createOrderMarks(chart, options),
})
export type ChartOverlays = ReturnType<typeof createOverlays>
