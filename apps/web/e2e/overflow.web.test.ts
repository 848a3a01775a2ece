import { languages } from '@glasshouse/core/wire/languages'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

/** Runs in the page: what stands out of its place there. */
const look = `(() => {
  const root = document.documentElement
  const out = root.scrollWidth > root.clientWidth ? ['the page by ' + (root.scrollWidth - root.clientWidth) + ' px'] : []
  for (const button of document.querySelectorAll('button, [role="tab"], a[class]')) {
    const over = button.scrollWidth - button.clientWidth
    if (button.offsetParent !== null && over > 1 && button.clientWidth > 0)
      out.push('"' + button.innerText.trim().slice(0, 40) + '" by ' + over + ' px')
  }
  return out
})()`

/** Opens another screen as a link does, without loading the page again. */
const turnTo = async (page: Page, address: string): Promise<void> => {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await settled(page)
}

const sizes: Readonly<Record<Site, Pick<View, 'width' | 'height'>>> = {
  desktop: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
}

/** The codes of the interface where the wire spells them otherwise. */
const codes: Readonly<Record<string, string>> = { zh_CN: 'zh', zh_TW: 'tw' }

const cases = (['desktop', 'phone'] as const).flatMap((site) =>
  languages.map((wire) => [site, codes[wire] ?? wire] as const),
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
        for (const what of await page.evaluate<readonly string[]>(look)) found.push(`${screen.name}: ${what}`)
      }
      await context.close()
    }
    expect(found).toEqual([])
  },
)
