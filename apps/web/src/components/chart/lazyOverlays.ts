import type { Chart } from 'klinecharts'
import { whenChartReady } from './chartReady.ts'
import type { Drawing, Tool } from './drawings.ts'
import type { ChartOverlays, OverlayOptions } from './overlays.ts'

type Use = (act: (over: ChartOverlays) => void) => void

/** What lies over the candles, fetched when they are drawn; what is done to it meanwhile is done then, in order. */
export const createLazyOverlays = (
  chart: Chart,
  options: OverlayOptions & { readonly onFailed: () => void },
): { use: Use; close: () => void } => {
  let over: ChartOverlays | null = null
  let waiting: ((over: ChartOverlays) => void)[] = []
  let closed = false
  const arrive = async (): Promise<void> => {
    await whenChartReady()
    const { createOverlays } = await import('./overlays.ts')
    if (closed) return
    over = createOverlays(chart, options)
    for (const act of waiting) act(over)
    waiting = []
  }
  arrive().catch(options.onFailed)
  return {
    use: (act) => {
      if (over) act(over)
      else waiting.push(act)
    },
    close: () => {
      closed = true
      over?.own.close()
    },
  }
}

/** The drawings as the page handles them. */
export const drawingActions = (use: Use) => ({
  set: (drawings: readonly Drawing[]) => use(({ drawn }) => drawn.set(drawings)),
  draw: (tool: Tool | null) => use(({ drawn }) => drawn.draw(tool)),
  setMagnet: (on: boolean) => use(({ drawn }) => drawn.setMagnet(on)),
  setShown: (shown: boolean) => use(({ drawn }) => drawn.setShown(shown)),
  removeAll: () => use(({ drawn }) => drawn.removeAll()),
})
