import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, picture, type View } from './browser.ts'
import { newCustomer, placeOrder } from './customer.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

let page: Page

const stage = browserStage(sharedProduct)

beforeAll(async () => {
  page = await stage.open(desktop)
})

const chart = () => page.getByRole('group', { name: 'Chart of BTCUSDT' })
const dialog = () => page.getByRole('dialog', { name: 'Indicators and scale' })
const interval = (name: string) => page.getByRole('radio', { name, exact: true })
const book = () => page.getByRole('region', { name: 'Order book and trades' })
const limitPrice = () => page.getByRole('textbox', { name: 'Limit price', exact: true })
const seriousProblems = () => accessibilityViolations(page)

const step = story('a chart and a book that fill the ticket')

step('keeps interval, indicators and scale for the next visit', async () => {
  await page.goto('/contract?symbol=BTCUSDT')
  await interval('4h').click()
  await page.getByRole('button', { name: 'Indicators', exact: true }).click()
  await dialog().getByText('Relative strength index (RSI)').click()
  await dialog().getByRole('textbox', { name: 'Parameter 1' }).fill('9')
  await dialog().getByRole('radio', { name: 'Log' }).click()
  expect(await seriousProblems()).toEqual([])
  await picture(page, 'chart-1-indicators')
  await page.reload()
  await expect.poll(() => interval('4h').isChecked()).toBe(true)
  await page.getByText('UTC+1').waitFor()
  await page.getByRole('button', { name: 'Indicators', exact: true }).click()
  await expect.poll(() => dialog().getByRole('textbox', { name: 'Parameter 1' }).inputValue()).toBe('9')
  expect(await dialog().getByRole('radio', { name: 'Log' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
})

step('fills the ticket from the menu at a price, and sends nothing', async () => {
  const box = await chart().boundingBox()
  if (box === null) throw new Error('chart not found')
  await page.mouse.click(box.x + 200, box.y + 120, { button: 'right' })
  const item = page.getByRole('menuitem', { name: /^Sell limit at / })
  const at = (await item.innerText()).replace(/^Sell limit at /, '')
  await item.click()
  await expect.poll(() => limitPrice().inputValue()).toBe(at)
})

step('fills the ticket with a price of the book, by pointer and by keyboard', async () => {
  const price = book().getByRole('button', { name: /^Use price / })
  const nth = async (at: number): Promise<string> => (await price.nth(at).innerText()).trim()
  await price.first().click()
  await expect.poll(() => limitPrice().inputValue()).toBe(await nth(0))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => limitPrice().inputValue()).toBe(await nth(1))
  await book().getByRole('radio', { name: 'Bids only' }).click()
  await book().getByRole('table', { name: 'Asks' }).waitFor({ state: 'detached' })
  await book().getByRole('radio', { name: 'Depth chart' }).click()
  await book().getByRole('img', { name: 'Depth chart' }).waitFor()
  expect(await seriousProblems()).toEqual([])
  await picture(page, 'chart-2-depth')
})

const phone: View = { width: 390, height: 844, theme: 'night', language: 'en', touch: true }

step('marks the price of an own order in the book of both sites', async () => {
  const customer = await newCustomer(stage.product.address, 1_000)
  const { bids } = await customer.client.call('/api/market/depth', { pid: 1 })
  const price = bids[2]?.[0]
  if (price === undefined) throw new Error('the book has fewer than three bids')
  await placeOrder(customer, { kind: 'limit', price })
  for (const [path, view] of [
    ['/contract', desktop],
    ['/m/contract', phone],
  ] as const) {
    const own = await stage.open(view, customer.token())
    await own.goto(`${path}?symbol=BTCUSDT`)
    if (view.touch) await own.getByRole('button', { name: 'Order book', exact: true }).tap()
    const marked = own.getByRole('table', { name: 'Bids' }).getByTitle('Your order')
    await marked.waitFor()
    expect(await marked.count()).toBe(1)
    expect((await marked.innerText()).replaceAll(',', '')).toContain(price)
    expect(await own.getByRole('table', { name: 'Asks' }).getByTitle('Your order').count()).toBe(0)
    // A touch screen shows no tooltip: the head explains the dot.
    const legend = own.getByRole('table').locator('th').getByText('Your order')
    expect(await legend.count()).toBe(view.touch ? 1 : 0)
    await picture(own, `chart-3-own-${view.theme}`)
    await own.context().close()
  }
})

step('shows single prices instead of candles, and candles again', async () => {
  await page.goto('/quotes?symbol=BTCUSDT')
  await page.getByRole('button', { name: 'Ticks', exact: true }).click()
  await page.getByRole('img', { name: 'Single prices of BTCUSDT' }).waitFor()
  expect(await seriousProblems()).toEqual([])
  await picture(page, 'chart-4-ticks')
  await interval('5m').click()
  await chart().waitFor()
  expect(await interval('5m').isChecked()).toBe(true)
  expect(stage.pageErrors).toEqual([])
})
