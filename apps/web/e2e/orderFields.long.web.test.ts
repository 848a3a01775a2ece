import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { desktop, failurePicture, openBrowser, openVisitor, type View } from './browser.ts'
import { confirmation, lotsField, sendButton } from './confirm.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { settled } from './settled.ts'
import { type SharedProduct, sharedProduct } from './workerProduct.ts'

// The ticket on a phone, and what a customer types into the fields for quantities and amounts.

let product: SharedProduct
let browser: Browser
let customer: NewCustomer
let context: BrowserContext
let page: Page

const open = async (view: View, path: string): Promise<void> => {
  await context?.close()
  context = await openVisitor(browser, product.address, view, customer.token())
  page = await context.newPage()
  page.setDefaultTimeout(45_000)
  await page.goto(path)
}

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failurePicture(page, 'order-fields-failed')
})
beforeAll(async () => {
  product = await sharedProduct()
  customer = await newCustomer(product.address, 10_000)
  browser = await openBrowser()
})
afterAll(() => browser?.close())

it('asks at a double press on a phone, and sends one order at a double press on the answer', async () => {
  await open({ ...desktop, width: 390, height: 844, touch: true }, '/contract?symbol=BTCUSDT')
  await sendButton(page).waitFor()
  await settled(page)
  await lotsField(page).fill('11')
  await expect.poll(() => sendButton(page).getAttribute('aria-disabled')).toBeNull()
  let sentOrders = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contract/buyContract')) sentOrders += 1
  })
  await sendButton(page).dblclick()
  await confirmation(page).waitFor()
  expect(sentOrders).toBe(0)
  await confirmation(page).locator('[type="submit"]').dblclick()
  await page.getByText(/^Buy 11 lots filled at/).waitFor()
  await confirmation(page).waitFor({ state: 'hidden' })
  expect(sentOrders).toBe(1)
})

it('updates a relative quantity when the leverage changes', async () => {
  await open(desktop, '/contract?symbol=BTCUSDT')
  await sendButton(page).waitFor()
  await settled(page)
  const leverage = page.getByRole('slider', { name: 'Leverage' })
  await leverage.fill('1')
  expect(await leverage.getAttribute('aria-valuetext')).toContain('5×')
  await page.getByRole('button', { name: '50%' }).click()
  const small = Number.parseInt((await lotsField(page).inputValue()).replaceAll(',', ''), 10)
  await leverage.press('End')
  await expect
    .poll(async () => Number.parseInt((await lotsField(page).inputValue()).replaceAll(',', ''), 10))
    .toBeGreaterThan(small * 3)
  expect(await page.getByRole('button', { name: '50%' }).getAttribute('aria-pressed')).toBe('true')
  await lotsField(page).fill('7')
  expect(await page.getByRole('button', { name: '50%' }).getAttribute('aria-pressed')).toBe('false')
})

it('accepts printed numbers and asks about ambiguous ones', async () => {
  await open(desktop, '/recharge')
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await amount.fill('10,000')
  await page.getByRole('button', { name: 'Deposit 10,000 USDT' }).waitFor()
  await amount.fill('1234.5')
  await amount.blur()
  await expect.poll(() => amount.inputValue()).toBe('1,234.5')
  await amount.focus()
  await expect.poll(() => amount.inputValue()).toBe('1234.5')
  await amount.fill('10,50')
  await page.getByText('Unclear number. Use:').waitFor()
  await page.getByRole('button', { name: '1,050', exact: true }).click()
  await page.getByRole('button', { name: 'Deposit 1,050 USDT' }).waitFor()
  await open({ ...desktop, language: 'es' }, '/recharge')
  await page.locator('input[inputmode="decimal"]').fill('10.000')
  await page.getByRole('button', { name: /10\.000 USDT/ }).waitFor()
})

it('keeps the caret at its digit when a grouped number is clicked', async () => {
  await open(desktop, '/recharge')
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await amount.fill('1234567')
  await amount.blur()
  await expect.poll(() => amount.inputValue()).toBe('1,234,567')
  // In one page task, as with a real press: the digits are ungrouped one frame after the focus.
  await amount.evaluate((field) => {
    field.focus()
    field.setSelectionRange(5, 5)
  })
  await expect.poll(() => amount.inputValue()).toBe('1234567')
  expect(await amount.evaluate((field) => field.selectionStart)).toBe(4)
})
