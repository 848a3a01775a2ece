import { type ComponentType, lazy } from 'react'

/** Maximum delay of other content if no candles arrive after the chart was created. */
const maxDelayMs = 2000

/** Maximum delay of other content if the chart itself does not come, for one because its file is slow. */
const maxWaitMs = 6000

let release = (): void => {}
const chartReady = new Promise<void>((resolve) => {
  release = resolve
})

/** The first chart has failed or has drawn its candles: what waits for it is loaded. */
export const markChartReady = (): void => release()

/** The library paints in the next frame; other content starts after that frame. */
export const markChartReadyNextFrame = (): void => {
  requestAnimationFrame(() => requestAnimationFrame(release))
}

/** The chart was created but has no candles yet. */
export const markChartReadyAfterTimeout = (): void => {
  setTimeout(release, maxDelayMs)
}

/** Loads a module after the first chart of the page has drawn its candles, at the latest after `maxWaitMs`. */
export const loadAfterChart = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  setTimeout(release, maxWaitMs)
  await chartReady
  return load()
}

/** A component of a page with a chart, loaded after the chart; give its `Suspense` the size of the component. */
export const lazyAfterChart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => loadAfterChart(load))
