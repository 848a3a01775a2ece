import type { Chart } from 'klinecharts'

type Crosshair = { readonly y?: number; readonly paneId?: string }
type WithStore = { readonly getChartStore?: () => { readonly getCrosshair?: () => Crosshair } }

/**
 * Where the crosshair stands in a pane, in pixels from its top; null when it is elsewhere or hidden.
 *
 * The library announces where the crosshair moves, but not when it goes away, so its own store is read; the version of
 * the library is pinned. Without the store the crosshair has no tag.
 */
export const crosshairIn = (chart: Chart, paneId: string): number | null => {
  const crosshair = (chart as unknown as WithStore).getChartStore?.().getCrosshair?.()
  return crosshair?.paneId === paneId ? (crosshair.y ?? null) : null
}
