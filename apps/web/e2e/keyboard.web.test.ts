import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor, picture } from './browser.ts'
import { demo } from './customer.ts'
import { type Product, scratchFolder, startProduct } from './product.ts'

let folder: Awaited<ReturnType<typeof scratchFolder>>
let product: Product
let browser: Browser
let page: Page

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await picture(page, 'keyboard-failed')
})
beforeAll(async () => {
  folder = await scratchFolder()
  product = await startProduct(folder.path)
  browser = await openBrowser()
  page = await (await openVisitor(browser, product.address, desktop)).newPage()
  page.setDefaultTimeout(15_000)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await folder?.remove()
})

/** Runs in the page: what holds the focus, and whether a ring around it or around its field can be seen. */
const focused = `(() => {
  const at = document.activeElement
  const box = at.getBoundingClientRect()
  const ringed = (element, steps) =>
    element !== null && steps > 0 &&
    ((getComputedStyle(element).outlineStyle !== 'none' && parseFloat(getComputedStyle(element).outlineWidth) >= 2) ||
      ringed(element.parentElement, steps - 1))
  const inSight = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
  return {
    what: at.tagName.toLowerCase() + ' "' + (at.getAttribute('aria-label') ?? at.innerText ?? '').slice(0, 40) + '"',
    nowhere: at === document.body,
    seen: ringed(at, 4) && inSight,
  }
})()`

type Focused = { readonly what: string; readonly nowhere: boolean; readonly seen: boolean }

const holdsFocus = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => element.ownerDocument.activeElement === element)

const regainsFocus = (what: Locator): Promise<void> =>
  expect.poll(() => holdsFocus(what), { timeout: 10_000 }).toBe(true)

/** More presses than any screen has places. */
const mostTabs = 150

/** Goes on with Tab until this holds the focus; at every place on the way the focus must be seen. */
const tabTo = async (what: Locator): Promise<void> => {
  await what.waitFor()
  const way: string[] = []
  for (let presses = 0; presses < mostTabs && !(await holdsFocus(what)); presses += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate<Focused>(focused)
    // A busy machine draws the ring a moment later.
    if (!at.nowhere) await expect.poll(() => page.evaluate<Focused>(focused)).toMatchObject({ seen: true })
    way.push(at.what)
  }
  expect(await holdsFocus(what), `not reached by way of ${way.join(', ')}`).toBe(true)
}

const orders = () => page.getByRole('region', { name: 'My orders' })
const row = () => orders().getByRole('row').filter({ hasText: 'BTCUSDT' })

it('signs in, past the link that leads to the content', async () => {
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).waitFor()
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Tab')
  expect(await page.evaluate<Focused>(focused)).toMatchObject({ what: 'a "Skip to the content"', seen: true })
  await tabTo(page.getByRole('textbox', { name: 'E-mail' }))
  await page.keyboard.type(demo.email)
  await tabTo(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(demo.pwd)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
})

it('finds a market by its key and gives the focus back when the search is left', async () => {
  const mine = page.getByRole('banner').getByRole('link', { name: 'Mine' }).last()
  await tabTo(mine)
  await page.keyboard.press('/')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await regainsFocus(mine)
  await page.keyboard.press('/')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('btc')
  await page.getByRole('option', { selected: true }).getByText('BTCUSDT').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/contract?symbol=BTCUSDT')
})

it('reads the candles as a table', async () => {
  const asTable = page.getByRole('button', { name: 'Read as a table' })
  await tabTo(asTable)
  await page.keyboard.press('Enter')
  const table = page.getByRole('region', { name: /BTCUSDT/ }).getByRole('table')
  await table.waitFor()
  expect(await table.getByRole('row').count()).toBeGreaterThan(5)
  await page.keyboard.press('Enter')
  await table.waitFor({ state: 'detached' })
})

it('fills the ticket with Tab and the arrows and buys with Enter', async () => {
  await tabTo(page.getByRole('radio', { name: 'Buy', exact: false }).and(page.locator('[tabindex="0"]')))
  await page.keyboard.press('ArrowRight')
  await page.getByRole('radio', { name: 'Sell', checked: true }).waitFor()
  await page.keyboard.press('ArrowLeft')
  const chosen = page.getByRole('radiogroup', { name: 'Leverage' }).getByRole('radio', { checked: true })
  await tabTo(chosen)
  const before = await chosen.innerText()
  await page.keyboard.press('ArrowRight')
  expect(await chosen.innerText()).not.toBe(before)
  expect(await holdsFocus(chosen)).toBe(true)
  await tabTo(page.getByRole('textbox', { name: 'Quantity' }))
  await page.keyboard.type('11')
  await page.getByRole('button', { name: /^Buy 11 lots at about/ }).waitFor()
  await page.keyboard.press('Enter')
  await row().waitFor()
  const told = page.locator('[aria-live="polite"]').getByText(/^Buy 11 lots filled at/)
  await told.waitFor()
})

it('opens the dialog for the stops and leaves it by Esc, back where it was', async () => {
  const stops = row().getByRole('button', { name: 'Stops' })
  await tabTo(stops)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await tabTo(dialog.getByRole('textbox', { name: 'Stop-loss' }))
  // The dialog holds the focus: one round leads back to the same field.
  await page.keyboard.press('Tab')
  await tabTo(dialog.getByRole('textbox', { name: 'Stop-loss' }))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await regainsFocus(stops)
})

it('closes the position, and the list takes the focus that its row had', async () => {
  await tabTo(row().getByRole('button', { name: 'Close', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('dialog').getByRole('button', { name: /^Close 11 lots/ }))
  await page.keyboard.press('Enter')
  await orders().getByText('No open position').waitFor()
  await regainsFocus(orders().getByRole('tabpanel'))
})

it('opens the receipt among the closed orders and leaves it by Esc, back where it was', async () => {
  await tabTo(orders().getByRole('tab', { selected: true }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await orders().getByRole('tab', { name: 'Closed', selected: true }).waitFor()
  const receipt = row()
    .first()
    .getByRole('button', { name: /^Show the receipt/ })
  await tabTo(receipt)
  await page.keyboard.press('Enter')
  await page.getByText('Both match what was paid').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await regainsFocus(receipt)
})
