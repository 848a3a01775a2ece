import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { openBrowser } from './browser.ts'

/** Origin of the workshop in tests. Nothing listens there: requests are answered from the build in memory. */
const origin = 'http://workshop.test'

const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

/** Builds the workshop in memory: its files by path. */
const buildFiles = async (): Promise<ReadonlyMap<string, string | Uint8Array>> => {
  const { build } = await import('vite')
  const result = await build({
    configFile: join(import.meta.dirname, '..', '..', 'ui', 'workshop', 'vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  })
  const output = Array.isArray(result)
    ? result.flatMap((one) => one.output)
    : 'output' in result
      ? result.output
      : []
  return new Map(output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]))
}

// Test files of one worker run one after the other in the same modules and share build and browser.
let files: Promise<ReadonlyMap<string, string | Uint8Array>> | null = null

export type WorkshopOptions = {
  readonly theme?: 'day' | 'night'
  readonly phone?: boolean
  readonly part?: 'sheet'
}

/** Opens workshop pages in a real Chromium, which is closed after the tests of the file. */
export const workshop = (): ((options?: WorkshopOptions) => Promise<Page>) => {
  let browser: Promise<Browser> | null = null
  afterAll(async () => (await browser)?.close())
  return async ({ theme = 'day', phone = false, part } = {}) => {
    files ??= buildFiles()
    browser ??= openBrowser()
    const built = await files
    const page = await (await browser).newPage({
      viewport: phone ? { width: 390, height: 844 } : { width: 1200, height: 900 },
      hasTouch: phone,
      reducedMotion: 'reduce',
    })
    page.setDefaultTimeout(45_000)
    await page.route(`${origin}/**`, (route) => {
      const path = new URL(route.request().url()).pathname
      const body = built.get(path === '/' ? '/index.html' : path)
      if (body === undefined) return route.fulfill({ status: 404, body: '' })
      const extension = path === '/' ? 'html' : (path.split('.').pop() ?? '')
      return route.fulfill({
        contentType: types[extension] ?? 'application/octet-stream',
        body: typeof body === 'string' ? body : Buffer.from(body),
      })
    })
    const query = new URLSearchParams({
      theme,
      ...(phone ? { site: 'phone' } : {}),
      ...(part ? { part } : {}),
    })
    await page.goto(`${origin}/?${query}`)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    return page
  }
}
