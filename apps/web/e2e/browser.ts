import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { watchRequests } from './settled.ts'

const switches = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Where the pictures of a run go; never part of the repository. */
export const pictureFolder = join(import.meta.dirname, '..', '..', '..', 'screenshots')

/** Opens the machine's Chromium; as root it needs its sandbox off. `scrollbars` shows them as people see them. */
export const openBrowser = ({ scrollbars = false } = {}): Promise<Browser> =>
  chromium.launch({
    ...(scrollbars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    args: switches,
  })

export type View = {
  readonly width: number
  readonly height: number
  readonly theme: 'day' | 'night'
  readonly language: string
  /** Fingers instead of a mouse. */
  readonly touch?: boolean
}

export const desktop: View = { width: 1440, height: 900, theme: 'day', language: 'en' }

/** What the page remembers of a customer who signed in at an instant of its clock. */
export const storedSession = (token: string, since: number): { name: string; value: string } => ({
  name: 'glasshouse.session',
  value: JSON.stringify({ token, since }),
})

/**
 * A fresh visitor, or with a token the customer it belongs to: nothing stored but theme, language and session,
 * reduced motion off.
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
    storageState: {
      cookies: [],
      origins: [
        {
          origin: address,
          localStorage: [
            { name: 'glasshouse.theme', value: view.theme },
            { name: 'glasshouse.language', value: view.language },
            ...(token === null ? [] : [storedSession(token, Date.now())]),
          ],
        },
      ],
    },
  })
  context.on('page', watchRequests)
  return context
}

/** Takes a picture of the page under a name. */
export const picture = async (page: Page, name: string): Promise<void> => {
  mkdirSync(pictureFolder, { recursive: true })
  await page.screenshot({ path: join(pictureFolder, `${name}.png`) })
}
