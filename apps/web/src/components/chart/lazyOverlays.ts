import type { Chart } from 'klinecharts'
import type { Drawing, Tool } from './drawings.ts'
import { afterFirstCandle } from './chartReady.ts'
import type { Over, OverOptions } from './overlays.ts'

type Use = (act: (over: Over) => void) => void

/** What lies over the candles, fetched when they are drawn; what is done to it meanwhile is done then, in order. */
export const createLater = (
  chart: Chart,
  options: OverOptions & { readonly onFailed: () => void },
): { use: Use; close: () => void } => {
  let over: Over | null = null
  let waiting: ((over: Over) => void)[] = []
  let closed = false
  const arrive = async (): Promise<void> => {
    await afterFirstCandle()
    const { createOver } = await import('./overlays.ts')
    if (closed) return
    over = createOver(chart, options)
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
export const drawnBy = (use: Use) => ({
  set: (drawings: readonly Drawing[]) => use(({ drawn }) => drawn.set(drawings)),
  draw: (tool: Tool | null) => use(({ drawn }) => drawn.draw(tool)),
  setMagnet: (on: boolean) => use(({ drawn }) => drawn.setMagnet(on)),
  setShown: (shown: boolean) => use(({ drawn }) => drawn.setShown(shown)),
  removeAll: () => use(({ drawn }) => drawn.removeAll()),
})
