import type { Page, Request } from 'playwright-core'

type Requests = { started: number; readonly underWay: Set<Request>; done: (() => void)[] }

const requestsOf = new WeakMap<Page, Requests>()

/** Tracks the requests of a page; called before its first request. */
export const watchRequests = (page: Page): void => {
  const requests: Requests = { started: 0, underWay: new Set(), done: [] }
  requestsOf.set(page, requests)
  const ended = (request: Request): void => {
    requests.underWay.delete(request)
    if (requests.underWay.size === 0) for (const resolve of requests.done.splice(0)) resolve()
  }
  page.on('request', (request) => {
    requests.started += 1
    requests.underWay.add(request)
  })
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
}

/** Runs in the page: waits for fonts, for the last skeleton to disappear, and for three frames. */
const rest = `(async () => {
  await document.fonts.ready
  const busy = () => document.querySelector('[aria-busy="true"]')
  if (busy() !== null) await new Promise((done, failed) => {
    const late = setTimeout(() => failed(new Error('still busy after 30 s: ' + busy()?.outerHTML.slice(0, 200))), 30000)
    const observer = new MutationObserver(() => {
      if (busy() !== null) return
      clearTimeout(late)
      observer.disconnect()
      done()
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-busy'] })
  })
  for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done))
})()`

/**
 * Waits until the page is idle: all requests answered, no skeletons, fonts loaded, and no new requests after
 * rendering.
 */
export const settled = async (page: Page): Promise<void> => {
  const requests = requestsOf.get(page)
  if (requests === undefined) throw new Error('the page was not opened by openVisitor')
  await page.locator('main').first().waitFor({ state: 'attached' })
  for (let started = -1; started !== requests.started || requests.underWay.size > 0; ) {
    started = requests.started
    if (requests.underWay.size > 0) await new Promise<void>((done) => requests.done.push(done))
    await page.evaluate(rest)
  }
}
