import type { Chart } from 'klinecharts'

type Crosshair = { readonly y?: number; readonly paneId?: string }
type WithStore = { readonly getChartStore?: () => { readonly getCrosshair?: () => Crosshair } }

/**
 * Position of the crosshair in a pane, in pixels from its top; null if it is elsewhere or hidden.
 *
 * The library reports when the crosshair moves, but not when it disappears, so its internal store is read. The
 * version of the library is pinned. Without the store the crosshair has no tag.
 */
export const crosshairIn = (chart: Chart, paneId: string): number | null => {
  const crosshair = (chart as unknown as WithStore).getChartStore?.().getCrosshair?.()
  return crosshair?.paneId === paneId ? (crosshair.y ?? null) : null
}
