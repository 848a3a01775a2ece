import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { watchRequests } from './settled.ts'

export { openBrowser } from '@glasshouse/testkit/browser'

/** Folder of screenshots; not in the repository. */
export const pictureFolder = join(import.meta.dirname, '..', '..', '..', 'screenshots')

export type View = {
  readonly width: number
  readonly height: number
  readonly theme: 'day' | 'night'
  readonly language: string
  /** Touch input instead of a mouse. */
  readonly touch?: boolean
}

export const desktop: View = { width: 1440, height: 900, theme: 'day', language: 'en' }

/** Storage entry of a session that began at an instant of the page's clock. */
export const storedSession = (token: string, since: number): { name: string; value: string } => ({
  name: 'glasshouse.session',
  value: JSON.stringify({ token, since }),
})

/**
 * Runs in a page before its own scripts: fills the storage of a context that has no theme yet, which the pages never remove.
 * The `storageState` of a context opens and closes a page of its own for that, which computes as much as a context.
 */
const storeOnce = (origin: string, entries: readonly { name: string; value: string }[]): string => `
  if (location.origin === ${JSON.stringify(origin)} && localStorage.getItem('glasshouse.theme') === null)
    for (const { name, value } of ${JSON.stringify(entries)}) localStorage.setItem(name, value)`

/**
 * Opens a context of a visitor, or of a customer with a token. The storage contains only theme, language and
 * session; reduced motion is off.
 */
export const openVisitor = async (
  browser: Browser,
  address: string,
  view: View,
  token: string | null = null,
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: view.width, height: view.height },
    deviceScaleFactor: 1,
    hasTouch: view.touch === true,
    isMobile: view.touch === true,
    colorScheme: view.theme === 'night' ? 'dark' : 'light',
  })
  const entries = [
    { name: 'glasshouse.theme', value: view.theme },
    { name: 'glasshouse.language', value: view.language },
    ...(token === null ? [] : [storedSession(token, Date.now())]),
  ]
  await context.addInitScript(storeOnce(new URL(address).origin, entries))
  context.on('page', watchRequests)
  return context
}

/** Saves a screenshot of the page of a failed test. */
export const failurePicture = async (page: Page, name: string): Promise<void> => {
  mkdirSync(pictureFolder, { recursive: true })
  await page.screenshot({ path: join(pictureFolder, `${name}.png`) })
}

/** Saves a screenshot of a page on the way through a test, if the environment variable PICTURES is set. */
export const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES !== undefined) await failurePicture(page, name)
}
