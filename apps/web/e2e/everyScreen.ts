import { languages } from '@glasshouse/core/wire/languages'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor, type View } from './browser.ts'
import { demo, openCustomer } from './customer.ts'
import { addressOn, type ScreenPlan, type Site, screens, settled } from './screens.ts'
import { type SharedProduct, sharedProduct } from './workerProduct.ts'

let product: SharedProduct
let browser: Browser
let token: string

const open = async (): Promise<void> => {
  product = await sharedProduct()
  browser = await openBrowser()
  const customer = openCustomer(product.address)
  await customer.signIn(demo.email, demo.pwd)
  token = customer.token() ?? ''
}

const sizes: Readonly<Record<Site, Pick<View, 'width' | 'height'>>> = {
  desktop: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
}

type Walk = { readonly who: string; readonly page: Page; readonly complaints: string[] }
let walk: Walk | null = null

/** Page of one site and role. Loaded once; the screens are opened by client-side navigation. */
const walking = async (site: Site, who: ScreenPlan['who']): Promise<Walk> => {
  const name = `${who} of the ${site} site`
  if (walk?.who === name) return walk
  await walk?.page.context().close()
  const view = { ...desktop, ...sizes[site] }
  const context = await openVisitor(browser, product.address, view, who === 'member' ? token : null)
  const page = await context.newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(addressOn(site, '/login'))
  walk = { who: name, page, complaints }
  return walk
}

const turnTo = async (page: Page, address: string): Promise<void> => {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await settled(page)
}

type Reading = { readonly code: string; readonly tag: string }

/** Interface code and page tag of a language where the wire code differs. */
const spelt: Readonly<Record<string, Reading>> = {
  kr: { code: 'kr', tag: 'ko' },
  zh_CN: { code: 'zh', tag: 'zh-Hans' },
  zh_TW: { code: 'tw', tag: 'zh-Hant' },
}
const english: Reading = { code: 'en', tag: 'en' }
const readings = languages.map((wire): Reading => spelt[wire] ?? { code: wire, tag: wire })

/** Switches the page to another language, as the language picker does. */
const readIn = async (page: Page, { code, tag }: Reading): Promise<void> => {
  await page.evaluate(`(async () => {
    const key = 'glasshouse.language'
    localStorage.setItem(key, '${code}')
    const turned = new Promise((done) => {
      const look = () => document.documentElement.lang === '${tag}' && done()
      new MutationObserver(look).observe(document.documentElement, { attributeFilter: ['lang'] })
      look()
    })
    dispatchEvent(new StorageEvent('storage', { key }))
    await turned
  })()`)
  await settled(page)
}

/** Runs in the page: elements outside their container. */
const outOfPlace = `(() => {
  const root = document.documentElement
  const out = root.scrollWidth > root.clientWidth ? ['the page by ' + (root.scrollWidth - root.clientWidth) + ' px'] : []
  for (const button of document.querySelectorAll('button, [role="tab"], a[class]')) {
    const over = button.scrollWidth - button.clientWidth
    if (button.offsetParent !== null && over > 1 && button.clientWidth > 0)
      out.push('"' + button.innerText.trim().slice(0, 40) + '" by ' + over + ' px')
  }
  return out
})()`

/** Runs in the page: animations running despite reduced motion. */
const moving = `document.getAnimations()
  .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 1)
  .map((one) => one.animationName ?? one.transitionProperty)`

/**
 * Accessibility violations in a theme. The night theme differs only in colours, so only colour rules are checked again.
 */
const barriers = async (page: Page, theme: View['theme']): Promise<string[]> => {
  await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
  const violations = await accessibilityViolations(page, theme === 'day' ? undefined : ['color-contrast'])
  return violations.map((violation) => `${theme}: ${violation}`)
}

/** What is examined of every screen. */
export type Examination = {
  /** False: every fourth screen of both sites is examined, on one of them by turns. */
  readonly onBothSites: boolean
  readonly themes: readonly View['theme'][]
  /** Interface codes of the languages a screen is read in, besides English. */
  readonly languagesOf: (site: Site) => readonly string[]
}

const sites = ['desktop', 'phone'] as const
const casesOf = (onBothSites: boolean) =>
  sites.flatMap((site, turn) =>
    (['visitor', 'member'] as const).flatMap((who) =>
      screens
        .filter(({ only }, place) => only === site || (!only && (onBothSites || place % 8 === turn * 4)))
        .filter((screen) => screen.who === who)
        .map((screen) => [screen.name, site, screen] as const),
    ),
  )

/** Declares one test per screen and site. English is read last, because the next screen is examined in it first. */
export const examineEveryScreen = ({ onBothSites, themes, languagesOf }: Examination): void => {
  beforeAll(open, 90_000)
  afterAll(() => browser?.close())

  it.each(casesOf(onBothSites))(
    '%s on the %s site is accessible, still, and fits',
    async (_name, site, screen) => {
      const { page, complaints } = await walking(site, screen.who)
      await turnTo(page, addressOn(site, screen.path))
      const problems = (await page.evaluate<string[]>(moving)).map((what) => `moves: ${what}`)
      for (const theme of themes) problems.push(...(await barriers(page, theme)))
      const read = readings.filter(({ code }) => languagesOf(site).includes(code))
      for (const reading of [...read, english]) {
        await readIn(page, reading)
        for (const what of await page.evaluate<readonly string[]>(outOfPlace))
          problems.push(`in ${reading.code}: ${what}`)
      }
      expect([...problems, ...complaints.splice(0)]).toEqual([])
    },
  )
}
