import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { languages } from '../src/i18n/languages.ts'
import { desktop, openBrowser, openVisitor, type View } from './browser.ts'
import { demo, openCustomer } from './customer.ts'
import { type Product, scratchFolder, startProduct } from './product.ts'
import { addressOn, type Site, screens, settled, storedSession } from './screens.ts'

let folder: Awaited<ReturnType<typeof scratchFolder>>
let product: Product
let browser: Browser
let token: string

beforeAll(async () => {
  folder = await scratchFolder()
  product = await startProduct(folder.path)
  browser = await openBrowser()
  const customer = openCustomer(product.address)
  await customer.signIn(demo.email, demo.pwd)
  token = customer.token() ?? ''
}, 90_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await folder?.remove()
})

/** What stands out of its place: the page sideways, or words out of a button. */
const standsOut = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const root = document.documentElement
    const out =
      root.scrollWidth > root.clientWidth ? [`the page by ${root.scrollWidth - root.clientWidth} px`] : []
    for (const button of document.querySelectorAll<HTMLElement>('button, [role="tab"], a[class]'))
      if (
        button.offsetParent !== null &&
        button.scrollWidth > button.clientWidth + 1 &&
        button.clientWidth > 0
      )
        out.push(`"${button.innerText.trim().slice(0, 40)}" by ${button.scrollWidth - button.clientWidth} px`)
    return out
  })

/** Opens another screen as a link does, without loading the page again. */
const turnTo = async (page: Page, address: string): Promise<void> => {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await settled(page)
}

const sizes: Readonly<Record<Site, Pick<View, 'width' | 'height'>>> = {
  desktop: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
}

const cases = (['desktop', 'phone'] as const).flatMap((site) =>
  languages.map(({ code }) => [site, code] as const),
)

it.each(cases)(
  'keeps every screen of the %s site in its place in %s',
  { timeout: 120_000 },
  async (site, language) => {
    const found: string[] = []
    for (const who of ['visitor', 'member'] as const) {
      const context = await openVisitor(browser, product.address, { ...desktop, ...sizes[site], language })
      const { name, value } = storedSession(token, Date.now())
      if (who === 'member')
        await context.addInitScript(
          ([key, text]) => localStorage.setItem(key ?? '', text ?? ''),
          [name, value],
        )
      const page = await context.newPage()
      await page.goto(addressOn(site, '/login'))
      for (const screen of screens.filter((one) => one.who === who && (one.only ?? site) === site)) {
        await turnTo(page, addressOn(site, screen.path))
        for (const what of await standsOut(page)) found.push(`${screen.name}: ${what}`)
      }
      await context.close()
    }
    expect(found).toEqual([])
  },
)
