import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor, picture, type View } from './browser.ts'
import { confirmation, confirmOrder } from './confirm.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { settled, storedSession } from './screens.ts'
import { type SharedProduct, sharedProduct } from './workerProduct.ts'

let product: SharedProduct
let browser: Browser
let customer: NewCustomer
let context: BrowserContext
let page: Page

/** Opens the page of a customer, in the language of the view. */
const open = async (view: View): Promise<Page> => {
  await context?.close()
  context = await openVisitor(browser, product.address, view)
  const { name, value } = storedSession(customer.token() ?? '', Date.now())
  await context.addInitScript(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`)
  page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await picture(page, 'confirmation-failed')
})
beforeAll(async () => {
  product = await sharedProduct()
  customer = await newCustomer(product.address, 10_000)
  browser = await openBrowser({ scrollbars: true })
})
afterAll(() => browser?.close())

/** Submit button of the ticket; on a phone it is in the footer of the sheet, outside its form. */
const send = (): Locator => page.locator('form [type="submit"], [type="submit"][form]').first()
const lots = (): Locator => page.locator('form input[inputmode="numeric"]').first()
const openOrders = async (): Promise<number> =>
  (await customer.client.list('/api/contract/myContractOrderList', { levertype: 1, status: 1 })).rows.length
const ticketOf = async (view: View): Promise<void> => {
  await open(view)
  await page.goto('/contract?symbol=BTCUSDT')
  await send().waitFor()
  await settled(page)
  await lots().fill('11')
  await expect.poll(() => send().getAttribute('aria-disabled')).toBeNull()
}

it('asks for confirmation on Enter in the quantity; Esc sends nothing and restores the focus', async () => {
  const before = await openOrders()
  await ticketOf(desktop)
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
  expect(await openOrders()).toBe(before)
})

it('opens one dialog and sends nothing while Enter is held', async () => {
  const before = await openOrders()
  await ticketOf(desktop)
  await lots().focus()
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter')
  const dialog = confirmation(page)
  await dialog.waitFor()
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  expect(await dialog.count()).toBe(1)
  expect(await openOrders()).toBe(before)
})

it.each([
  ['desktop', desktop],
  ['phone', { ...desktop, width: 390, height: 844, touch: true }],
] as const)(
  'a double press on the %s site asks, a double press on the answer sends one order',
  async (_, view) => {
    const before = await openOrders()
    await ticketOf(view)
    await send().dblclick()
    const dialog = confirmation(page)
    await dialog.waitFor()
    await picture(page, `confirmation-2-${view.width}`)
    const sentOrders: number[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/contract/buyContract')) sentOrders.push(1)
    })
    expect(await openOrders()).toBe(before)
    await dialog.locator('[type="submit"]').dblclick()
    await page.getByText(/^Buy 11 lots filled at/).waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(sentOrders).toHaveLength(1)
    expect(await openOrders()).toBe(before + 1)
  },
)

it('sends the price displayed at the confirmation', async () => {
  await ticketOf(desktop)
  await send().click()
  const button = confirmation(page).locator('[type="submit"]')
  await button.waitFor()
  const first = await button.innerText()
  const [market] = await customer.client.call('/api/market/kList', {})
  await product.market.set('BTCUSDT', String(Number.parseInt(market?.price ?? '0', 10) + 5))
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
})

it('skips the dialog after "do not ask again" until it is re-enabled in the account', async () => {
  await ticketOf(desktop)
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

it('updates a relative quantity when the leverage changes', async () => {
  await ticketOf(desktop)
  await page.getByRole('radio', { name: '5×', exact: true }).click()
  await page.getByRole('button', { name: '50%' }).click()
  const small = Number.parseInt((await lots().inputValue()).replaceAll(',', ''), 10)
  await page.getByRole('radio', { name: '20×', exact: true }).click()
  await expect
    .poll(async () => Number.parseInt((await lots().inputValue()).replaceAll(',', ''), 10))
    .toBeGreaterThan(small * 3)
  expect(await page.getByRole('button', { name: '50%' }).getAttribute('aria-pressed')).toBe('true')
  await lots().fill('7')
  expect(await page.getByRole('button', { name: '50%' }).getAttribute('aria-pressed')).toBe('false')
})

it('accepts printed numbers and asks about ambiguous ones', async () => {
  await open(desktop)
  await page.goto('/recharge')
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
  await open({ ...desktop, language: 'es' })
  await page.goto('/recharge')
  await page.locator('input[inputmode="decimal"]').fill('10.000')
  await page.getByRole('button', { name: /10\.000 USDT/ }).waitFor()
})

it('keeps the caret at its digit when a grouped number is clicked', async () => {
  await open(desktop)
  await page.goto('/recharge')
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
