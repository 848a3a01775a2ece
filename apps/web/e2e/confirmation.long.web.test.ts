import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, picture } from './browser.ts'
import { confirmation, confirmOrder, lotsField, sendButton } from './confirm.ts'
import { type NewCustomer, newCustomer, ordersOf } from './customer.ts'
import { settled } from './settled.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

let customer: NewCustomer
let page: Page

const stage = browserStage(sharedProduct, true)

beforeAll(async () => {
  customer = await newCustomer(stage.product.address, 10_000)
  page = await stage.open(desktop, customer.token())
  await page.goto('/contract?symbol=BTCUSDT')
  await send().waitFor()
  await settled(page)
})

const send = (): Locator => sendButton(page)
const lots = (): Locator => lotsField(page)
const openOrders = async (): Promise<number> => (await ordersOf(customer, ['open'])).length
/** Fills the ticket and waits until it can be sent. */
const fillTicket = async (): Promise<void> => {
  await lots().fill('11')
  await expect.poll(() => send().getAttribute('aria-disabled')).toBeNull()
}

const step = story('an order is asked about and sent once')

step('asks for confirmation on Enter in the quantity; Esc sends nothing and restores the focus', async () => {
  const before = await openOrders()
  await fillTicket()
  await lots().press('Enter')
  const dialog = confirmation(page)
  await dialog.waitFor()
  for (const text of ['Buy / Long', '11 lots', 'Margin', 'Opening fee', 'Est. liq. price'])
    await dialog.getByText(text, { exact: false }).first().waitFor()
  await dialog.getByText('Max wallet loss').waitFor()
  await picture(page, 'confirmation-1-asked')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => lots().evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true)
  // Held, it opens one dialog and answers it no more.
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter')
  await dialog.waitFor()
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  expect(await dialog.count()).toBe(1)
  expect(await openOrders()).toBe(before)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

step('asks at a double press, and sends one order at a double press on the answer', async () => {
  const before = await openOrders()
  await fillTicket()
  await send().dblclick()
  const dialog = confirmation(page)
  await dialog.waitFor()
  await picture(page, 'confirmation-2-desktop')
  let sentOrders = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contract/buyContract')) sentOrders += 1
  })
  expect(await openOrders()).toBe(before)
  await dialog.locator('[type="submit"]').dblclick()
  await page.getByText(/^Buy 11 lots filled at/).waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect(sentOrders).toBe(1)
  expect(await openOrders()).toBe(before + 1)
})

step('sends the price displayed at the confirmation', async () => {
  await fillTicket()
  await send().click()
  const button = confirmation(page).locator('[type="submit"]')
  await button.waitFor()
  const first = await button.innerText()
  const [market] = await customer.client.call('/api/market/kList', {})
  await stage.product.market.set('BTCUSDT', String(Number.parseInt(market?.price ?? '0', 10) + 5))
  await expect.poll(() => button.innerText()).not.toBe(first)
  const request = page.waitForRequest('**/api/contract/buyContract')
  // Read and press in one page task, so that no tick arrives in between.
  const displayed = await button.evaluate((element) => {
    const text = element.textContent
    element.click()
    return text
  })
  const originPrice = new URLSearchParams((await request).postData() ?? '').get('originPrice')
  expect(originPrice).toMatch(/^\d+(\.\d+)?$/)
  expect(String(displayed).replaceAll(',', '')).toContain(originPrice)
  await confirmation(page).waitFor({ state: 'hidden' })
})

step('skips the dialog after "do not ask again" until it is re-enabled in the account', async () => {
  await fillTicket()
  await send().click()
  await confirmation(page).getByRole('checkbox').check()
  await confirmOrder(page)
  const before = await openOrders()
  await lots().fill('12')
  await lots().press('Enter')
  await page.getByText(/^Buy 12 lots filled at/).waitFor()
  expect(await openOrders()).toBe(before + 1)
  await page.goto('/mine')
  const setting = page.getByRole('radiogroup', { name: 'Orders' })
  await setting.getByRole('radio', { name: 'Send at once', checked: true }).waitFor()
  await setting.getByRole('radio', { name: 'Ask before sending' }).click()
  await page.goto('/quotes?symbol=BTCUSDT')
  await page.getByRole('region', { name: 'Buy option' }).getByRole('button', { name: /CALL/ }).click()
  await confirmation(page).getByText('Profit if you win').waitFor()
  await page.keyboard.press('Escape')
})
