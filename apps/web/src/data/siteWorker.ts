/**
 * Registers the worker that shows a page without a connection and opens browser notifications; again it changes nothing.
 *
 * @throws in a browser without service workers, or where they are forbidden
 */
export const registerSiteWorker = async (): Promise<void> => {
  await navigator.serviceWorker.register('/site-worker.js', { scope: '/' })
}

/** Maximum wait for a moment without work: a page whose prices move may have none for minutes. */
const maxWaitMs = 5000

/**
 * Registers it once the page has nothing else to do, at the latest after `maxWaitMs`; Safari, which cannot say so, registers it
 * then. Nothing cancels it: the worker serves all pages of the site, whatever the page shows by then. Without it the site works
 * as well.
 */
export const registerSiteWorkerWhenIdle = (): void => {
  if (!('serviceWorker' in navigator)) return
  const register = () => void registerSiteWorker().catch(() => undefined)
  if ('requestIdleCallback' in window) requestIdleCallback(register, { timeout: maxWaitMs })
  else setTimeout(register, maxWaitMs)
}
