import type { Chart } from 'klinecharts'
import { whenChartReady } from './chartReady.ts'
import type { Drawing, Tool } from './drawings.ts'
import type { ChartOverlays, OverlayOptions } from './overlays.ts'

type Use = (act: (over: ChartOverlays) => void) => void

/** Overlays, loaded after the first candles. Calls made before are queued and run in order. */
export const createLazyOverlays = (
  chart: Chart,
  options: OverlayOptions & { readonly onFailed: () => void },
): { use: Use; close: () => void } => {
  let over: ChartOverlays | null = null
  let queued: ((over: ChartOverlays) => void)[] = []
  let closed = false
  const arrive = async (): Promise<void> => {
    await whenChartReady()
    const { createOverlays } = await import('./overlays.ts')
    if (closed) return
    over = createOverlays(chart, options)
    for (const act of queued) act(over)
    queued = []
  }
  arrive().catch(options.onFailed)
  return {
    use: (act) => {
      if (over) act(over)
      else queued.push(act)
    },
    close: () => {
      closed = true
      over?.own.close()
    },
  }
}

/** Operations on drawings for the page. */
export const drawingActions = (use: Use) => ({
  set: (drawings: readonly Drawing[]) => use(({ drawn }) => drawn.set(drawings)),
  draw: (tool: Tool | null) => use(({ drawn }) => drawn.draw(tool)),
  setMagnet: (on: boolean) => use(({ drawn }) => drawn.setMagnet(on)),
  setShown: (visible: boolean) => use(({ drawn }) => drawn.setShown(visible)),
  removeAll: () => use(({ drawn }) => drawn.removeAll()),
})
