import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadAfterChart } from './components/chart/chartReady.ts'
import { queryClient } from './data/query.ts'
import { firstTextsOf } from './firstTexts.ts'
import { loadScriptFaces } from './i18n/faces.ts'
import { preloadPage } from './preload.ts'
import { Site } from './Site.tsx'

/**
 * Renders the page into its root when its first view has loaded.
 *
 * @throws if the texts of every page cannot be loaded
 */
export const startPage = async (
  root: HTMLElement,
  markets: Parameters<typeof preloadPage>[1],
): Promise<void> => {
  await preloadPage(window.location, markets)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Site />
      </QueryClientProvider>
    </StrictMode>,
  )
  // A page with a chart shows names in other scripts at most in its menus, so they come after the candles.
  const hasChart = firstTextsOf(window.location.pathname)?.includes('chart') === true
  void (hasChart ? loadAfterChart(loadScriptFaces) : loadScriptFaces())
}
