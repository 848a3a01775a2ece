import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor } from './browser.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { settled } from './screens.ts'
import { type SharedProduct, sharedProduct } from './workerProduct.ts'

let product: SharedProduct
let browser: Browser
let customer: NewCustomer

beforeAll(async () => {
  product = await sharedProduct()
  customer = await newCustomer(product.address, 10_000)
  browser = await openBrowser({ scrollbars: true })
})
afterAll(() => browser?.close())

const sendOn = (page: Page): Locator => page.locator('form [type="submit"], [type="submit"][form]').first()

const languages = ['en', 'ja', 'kr', 'th', 'ru', 'es', 'pt', 'zh', 'tw']

it.each(languages)(
  'in %s no message moves the buttons of the tickets, and five expiries fit in a row',
  async (language) => {
    const view = { ...desktop, width: 1024, height: 768, language }
    const context = await openVisitor(browser, product.address, view, customer.token())
    const page = await context.newPage()
    const send = () => sendOn(page)
    const lots = page.locator('form input[inputmode="numeric"]').first()
    await page.goto('/contract?symbol=BTCUSDT')
    await send().waitFor()
    await settled(page)
    const places: Record<string, unknown> = { empty: await send().boundingBox() }
    for (const text of ['1', '11', '1.5', '10,5', '999999999', '11']) {
      await lots.fill(text)
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      places[text] = await send().boundingBox()
    }
    await page.locator('form input[inputmode="decimal"]').first().fill('1')
    await expect.poll(() => send().getAttribute('aria-disabled')).toBe('true')
    places.stops = await send().boundingBox()
    expect([...new Set(Object.values(places).map((place) => JSON.stringify(place)))], language).toHaveLength(
      1,
    )

    await page.goto('/quotes?symbol=BTCUSDT')
    const call = page.getByRole('button', { name: /CALL/ })
    await call.waitFor()
    await settled(page)
    const stake = page.locator('section input[inputmode="decimal"]').first()
    const at: Record<string, unknown> = { first: await call.boundingBox() }
    for (const text of ['100', '14', '1,55', '', '9999999', '50', '10000']) {
      await stake.fill(text)
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      at[text] = await call.boundingBox()
    }
    expect([...new Set(Object.values(at).map((place) => JSON.stringify(place)))], language).toHaveLength(1)
    // With the maximum stake, no figure is cut off.
    const cutFigures = await page
      .locator('section:has(input[inputmode="decimal"]) dd')
      .evaluateAll((all) =>
        all.filter((figure) => figure.scrollWidth > figure.clientWidth).map((figure) => figure.textContent),
      )
    expect(cutFigures, language).toEqual([])
    const tiles = await page
      .locator('[role="radiogroup"]')
      .filter({ hasText: '%' })
      .first()
      .getByRole('radio')
      .evaluateAll((all) =>
        all.map((tile) => ({
          top: tile.getBoundingClientRect().top,
          cut: tile.scrollWidth > tile.clientWidth + 1,
        })),
      )
    expect(tiles).toHaveLength(5)
    expect([...new Set(tiles.map(({ top }) => top))], language).toHaveLength(1)
    expect(tiles.filter(({ cut }) => cut)).toEqual([])
    await context.close()
  },
)
