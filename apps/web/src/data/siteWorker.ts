/**
 * Registers the worker that shows a page without a connection and opens browser notifications; again it changes nothing.
 *
 * @throws in a browser without service workers, or where they are forbidden
 */
export const registerSiteWorker = async (): Promise<void> => {
  await navigator.serviceWorker.register('/site-worker.js', { scope: '/' })
}

/** Registers it once the page has nothing else to do, where the browser allows; without it the site works as well. */
export const registerSiteWorkerWhenIdle = (): (() => void) | undefined => {
  if (!('serviceWorker' in navigator && 'requestIdleCallback' in window)) return
  const waiting = requestIdleCallback(() => void registerSiteWorker().catch(() => undefined))
  return () => cancelIdleCallback(waiting)
}
