import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { DataOf, Path } from '@glasshouse/core/calls'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach } from 'vitest'
import { openBrowser } from './browser.ts'

/** Origin of the console in tests. Nothing listens there: pages come from the build, answers from the test. */
const origin = 'http://console.test'
const built = join(import.meta.dirname, '..', '..', '..', 'apps', 'staff', 'dist')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Calls of the console: those of staff, the state of the ledger and the liabilities reports. */
type ConsolePath = Extract<Path, `/staff/api/${string}`> | '/api/trust/status' | '/api/trust/liabilityList'
type Fields = Readonly<Record<string, string>>
/** A rejection with the sentence that the console shows. */
export class Rejection {
  readonly message: string
  readonly retCode: number
  readonly data: Readonly<Record<string, unknown>>
  constructor(message: string, retCode = 2003, data: Rejection['data'] = {}) {
    this.message = message
    this.retCode = retCode
    this.data = data
  }
}
type Answer<P extends ConsolePath> = DataOf<P> | Rejection
/** Answers by path: the data, or a function of the fields of the request. Lists may name a total. */
export type Answers = { [P in ConsolePath]?: Answer<P> | ((fields: Fields) => Answer<P>) }

const everyPage: Answers = {
  '/staff/api/me': {
    id: 1,
    email: 'manager@glasshouse.test',
    name: 'Manager',
    role: 'manager',
    totp: true,
  },
  '/staff/api/reviewList': [],
  '/staff/api/proposalList': [],
  '/api/trust/status': { ledger: { sound: true, since: null, checked: 0, broken: [] } },
}

export type Console = {
  readonly page: Page
  /** Requests so far to one call, each with its fields; without the language. */
  readonly asked: (path: ConsolePath) => readonly Fields[]
}

export type ConsoleOptions = {
  readonly path: string
  readonly answers: Answers
  /** Totals of lists longer than their page. */
  readonly totals?: { readonly [P in ConsolePath]?: number }
  readonly theme?: 'day' | 'night'
  readonly width?: number
  /** Opens the entrance instead of a session. */
  readonly isSignedOut?: boolean
}

const fieldsOf = (body: string): Fields => {
  const { lang: _, ...fields } = Object.fromEntries(new URLSearchParams(body))
  return fields
}

/** Opens pages of the built console in Chromium, signed in, with typed answers instead of a server. */
export const consolePages = (): ((options: ConsoleOptions) => Promise<Console>) => {
  let browser: Promise<Browser> | null = null
  const opened: Page[] = []
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close()
  })
  afterAll(async () => (await browser)?.close())
  return async ({ path, answers, totals = {}, theme = 'day', width = 1440, isSignedOut = false }) => {
    browser ??= openBrowser()
    const known: Answers = { ...everyPage, ...answers }
    const requests: { readonly path: string; readonly fields: Fields }[] = []
    const context = await (await browser).newContext({
      viewport: { width, height: width === 1024 ? 768 : 900 },
      reducedMotion: 'reduce',
      colorScheme: theme === 'night' ? 'dark' : 'light',
    })
    const page = await context.newPage()
    opened.push(page)
    page.setDefaultTimeout(45_000)
    if (!isSignedOut) await page.addInitScript("sessionStorage.setItem('glasshouse.staff', 'token')")
    await page.route(`${origin}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      if (!(pathname.startsWith('/staff/api/') || pathname.startsWith('/api/'))) {
        const file = join(built, pathname.replace(/^\/console\//, ''))
        const body = readFileSync(extname(file) !== '' && existsSync(file) ? file : join(built, 'index.html'))
        return route.fulfill({ contentType: types[extname(file)] ?? 'text/html', body })
      }
      const fields = fieldsOf(route.request().postData() ?? '')
      requests.push({ path: pathname, fields })
      const declared = known[pathname as ConsolePath]
      if (declared === undefined) return route.fulfill({ status: 500, body: `no answer for ${pathname}` })
      const data: unknown = typeof declared === 'function' ? declared(fields) : declared
      if (data instanceof Rejection)
        return route.fulfill({ json: { retCode: data.retCode, message: data.message, data: data.data } })
      const total = totals[pathname as ConsolePath] ?? (Array.isArray(data) ? data.length : undefined)
      return route.fulfill({ json: { retCode: 0, message: '', data, total } })
    })
    await page.goto(`${origin}/console${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return {
      page,
      asked: (wanted) => requests.filter((one) => one.path === wanted).map(({ fields: of }) => of),
    }
  }
}
