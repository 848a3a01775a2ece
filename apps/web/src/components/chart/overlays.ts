import type { Chart } from 'klinecharts'
import { createDrawn, type DrawnOptions } from './drawingLayer.ts'
import { createOwn, type OwnOptions } from './renderOrderMarks.ts'
import { registerOverlays } from './overlays/register.ts'

registerOverlays()

export type OverOptions = DrawnOptions & OwnOptions

/** What lies over the candles of one chart: the reader's drawings, and the trader's own lines. */
export const createOver = (chart: Chart, options: OverOptions) => ({
  drawn: createDrawn(chart, options),
  own: createOwn(chart, options),
})
export type Over = ReturnType<typeof createOver>
