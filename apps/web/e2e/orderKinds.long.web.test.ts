import type { DataOf } from '@glasshouse/core/calls'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, picture } from './browser.ts'
import { confirmOrder } from './confirm.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

let page: Page
let customer: NewCustomer

const stage = browserStage(sharedProduct)

beforeAll(async () => {
  customer = await newCustomer(stage.product.address, 10_000)
  page = await stage.open(desktop, customer.token())
})

const hourMs = 3_600_000
const orders = () => page.getByRole('region', { name: 'Orders' })
const row = () => orders().getByRole('row').filter({ hasText: 'BTCUSDT' })
const ticket = () => page.getByRole('form', { name: 'Place order' })
const field = (name: string) => ticket().getByRole('textbox', { name, exact: true })
const tab = (name: RegExp) => orders().getByRole('tab', { name }).click()
/** The order of the first row, as its receipt has it. */
const restingOrder = async (): Promise<DataOf<'/api/contract/receipt'>['order']> => {
  const label = await row()
    .getByRole('button', { name: /^View receipt/ })
    .getAttribute('aria-label')
  const id = Number.parseInt(/\d+/.exec(label ?? '')?.[0] ?? '', 10)
  return (await customer.client.call('/api/contract/receipt', { id })).order
}

const step = story('orders that expire, and stop orders')

step('a limit order is valid for an hour: ticket, confirmation, list and receipt', async () => {
  await page.goto('/contract?symbol=BTCUSDT')
  await ticket().getByRole('radio', { name: 'Limit' }).click()
  await field('Limit price').fill('64000')
  await field('Size').fill('10')
  await ticket()
    .getByRole('button', { name: /^Valid: Until cancelled/ })
    .click()
  await page.getByRole('menuitemcheckbox', { name: '1 hour' }).click()
  await ticket()
    .getByRole('button', { name: /^Valid: 1 hour/ })
    .waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await picture(page, 'orderKinds-1-ticket')
  await ticket()
    .getByRole('button', { name: /^Buy 10 lots at \d/ })
    .click()
  await confirmOrder(page)
  await tab(/Open orders/)
  await row().waitFor()
  const { createtime, expireTime = 0 } = await restingOrder()
  expect(Math.abs(expireTime - createtime - hourMs)).toBeLessThan(60_000)
  await picture(page, 'orderKinds-2-list')
  await row()
    .getByRole('button', { name: /^View receipt/ })
    .click()
  await page.getByText(/^Fills when the ask reaches the limit price, valid until /).waitFor()
  await page.getByText('Matches what was put on hold').waitFor()
  await page.getByRole('button', { name: 'Close the receipt' }).click()
})

step('its expiry is changed and removed in the dialog, without another price', async () => {
  const { expireTime = 0 } = await restingOrder()
  const change = async (label: string) => {
    await row().getByRole('button', { name: 'Change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Valid' }).selectOption({ label })
    await dialog.getByRole('button', { name: /^Replace at / }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await change('24 hours')
  const later = await restingOrder()
  expect((later.expireTime ?? 0) - expireTime).toBeGreaterThan(22 * hourMs)
  await change('Until cancelled')
  expect((await restingOrder()).expireTime).toBeUndefined()
})

step(
  'a stop order shows what a gap does, waits above the market and opens when the price gets there',
  async () => {
    await ticket().getByRole('radio', { name: 'Stop' }).click()
    await field('Trigger price').fill('65850.01')
    await field('Size').fill('10')
    await ticket().getByText('The market is at this price now. Use a market order.').waitFor()
    await field('Trigger price').fill('66000')
    // 1 % beyond: 66,660 × 0.01 ÷ 10 of margin and 0.05 % of 666.6 of fee.
    await ticket().getByText('A 1% gap fills at 66,660.00 and needs 67.00, or cancels it.').waitFor()
    await ticket().getByRole('button', { name: 'Buy 10 lots once at 66,000.00' }).click()
    await page.getByRole('dialog').getByText('A 1% gap fills at 66,660.00').waitFor()
    await picture(page, 'orderKinds-3-confirm')
    await confirmOrder(page)
    await page.getByText('Stop order placed: Buy 10 lots at 66,000.00').waitFor()
    await row().filter({ hasText: '≥ 66,000.00' }).waitFor()
    await picture(page, 'orderKinds-4-list')
    await stage.product.market.set('BTCUSDT', '66010.00')
    const news = page.getByRole('region', { name: 'Notifications' }).locator('> div')
    const filled = news.filter({ hasText: 'Your BTCUSDT stop order was filled.' }).last()
    await filled.getByRole('button', { name: 'View receipt' }).click()
    await page.getByText('Stop buy at best ask').first().waitFor()
    await page.getByText('Matches what was charged').waitFor()
    await picture(page, 'orderKinds-5-receipt')
    await stage.product.market.set('BTCUSDT', '65850.00')
    expect(stage.pageErrors).toEqual([])
  },
)

step('four lots close at a price that is set in the close dialog, and six stay open', async () => {
  await page.getByRole('button', { name: 'Close the receipt' }).click()
  await tab(/Positions/)
  const position = () => row().filter({ hasText: '0.01 BTC' })
  const dialog = page.getByRole('dialog')
  await position().getByRole('button', { name: 'Close', exact: true }).click()
  await dialog.getByRole('radio', { name: 'At a price' }).click()
  const price = dialog.getByRole('textbox', { name: 'Closing price' })
  // The nearest price that is not reached: the ask, one step above the bid.
  await expect.poll(() => price.inputValue()).toMatch(/^65,?850\.01$/)
  await price.fill('65000')
  await dialog.getByText('The market has reached this price. Close at market.').waitFor()
  await price.fill('66500')
  await dialog.getByRole('textbox', { name: 'Size to close' }).fill('4')
  const submit = dialog.getByRole('button', { name: 'Close 4 lots at 66,500.00' })
  await submit.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await picture(page, 'orderKinds-6-close-at-price')
  await submit.click()
  await position().filter({ hasText: '4 → 66,500.00' }).waitFor()
  await position().getByRole('button', { name: 'Close', exact: true }).click()
  await dialog.getByRole('radio', { name: 'At a price' }).click()
  await dialog.getByRole('button', { name: 'Cancel the closing order at 66,500.00' }).waitFor()
  await picture(page, 'orderKinds-7-closing-orders')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await stage.product.market.set('BTCUSDT', '66510.00')
  await page.getByText('BTCUSDT closing order filled at 66,510.00').first().waitFor()
  await row().filter({ hasText: '0.006 BTC' }).waitFor()
  await stage.product.market.set('BTCUSDT', '65850.00')
  expect(stage.pageErrors).toEqual([])
})

step('a trailing stop follows the market, closes the rest, and its receipt tells the best tick', async () => {
  const position = () => row().filter({ hasText: '0.006 BTC' })
  const dialog = page.getByRole('dialog')
  await position().getByRole('button', { name: 'TP/SL', exact: true }).click()
  const distance = dialog.getByRole('textbox', { name: 'Distance' })
  await distance.fill('60')
  await dialog.getByText('0.01% to 50%').waitFor()
  await distance.fill('1')
  await dialog.getByText('Trigger price now').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await picture(page, 'orderKinds-8-trailing-dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await position().filter({ hasText: '65,191.50' }).waitFor()
  await stage.product.market.set('BTCUSDT', '66500.00')
  await position().filter({ hasText: '65,835.00' }).waitFor()
  await picture(page, 'orderKinds-9-trailing')
  await stage.product.market.set('BTCUSDT', '65800.00')
  await page.getByText('BTCUSDT trailing stop filled at 65,800.00').first().waitFor()
  await tab(/^Closed/)
  await row()
    .first()
    .getByRole('button', { name: /^View receipt/ })
    .click()
  await page.getByText('Trailing stop at best bid').first().waitFor()
  await page.getByRole('region', { name: 'Best price since it was set' }).getByText('66,500.00').waitFor()
  await page.getByText('Matches what was paid').waitFor()
  await picture(page, 'orderKinds-10-trailing-receipt')
  await stage.product.market.set('BTCUSDT', '65850.00')
  expect(stage.pageErrors).toEqual([])
})
