import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, picture } from './browser.ts'
import { confirmation, confirmOrder, sendButton } from './confirm.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { settled } from './settled.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

let customer: NewCustomer
let page: Page

const stage = browserStage(sharedProduct)

const ticket = () => page.getByRole('form', { name: 'Place order' })
const field = (name: string): Locator => ticket().getByRole('textbox', { name, exact: true })
const choose = (group: string, name: string) =>
  ticket().getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true }).click()
const leverage = () => ticket().getByRole('slider', { name: 'Leverage' })
const send = () => sendButton(page)

beforeAll(async () => {
  customer = await newCustomer(stage.product.address, 10_000)
  await stage.product.market.set('BTCUSDT', '65850.00')
  page = await stage.open(desktop, customer.token())
  await page.goto('/contract?symbol=BTCUSDT')
  await send().waitFor()
  await settled(page)
})

const step = story('an order written in other units')

step('converts a size between lots, coins and USDT, and always sends whole lots', async () => {
  await field('Size').fill('11')
  await ticket().getByText('= 0.011 BTC').waitFor()
  await choose('Unit of the size', 'BTC')
  await expect.poll(() => field('Size').inputValue()).toBe('0.011')
  await field('Size').fill('0.0109')
  await ticket().getByText('= 10 lots, 0.01 BTC').waitFor()
  await choose('Unit of the size', 'USDT')
  await field('Size').fill('700')
  await ticket().getByText('= 10 lots, 0.01 BTC').waitFor()
  await ticket()
    .getByRole('button', { name: /^Buy 10 lots at ~/ })
    .waitFor()
})

step('steps size, price and leverage by keys, and by the wheel only with the focus', async () => {
  await choose('Unit of the size', 'lots')
  await field('Size').press('ArrowUp')
  await expect.poll(() => field('Size').inputValue()).toBe('11')
  await field('Size').press('Shift+ArrowUp')
  await expect.poll(() => field('Size').inputValue()).toBe('21')
  await choose('Order type', 'Limit')
  await field('Limit price').fill('65000')
  await field('Limit price').press('PageUp')
  await expect.poll(() => field('Limit price').inputValue()).toBe('65000.10')
  await field('Limit price').hover()
  await page.mouse.wheel(0, -100)
  await expect.poll(() => field('Limit price').inputValue()).toBe('65000.11')
  await field('Size').hover()
  await page.mouse.wheel(0, -100)
  await page.mouse.wheel(0, 100)
  expect(await field('Size').inputValue()).toBe('21')
  await leverage().press('End')
  expect(await leverage().getAttribute('aria-valuetext')).toMatch(/^20×, Up to [\d,.]+ USDT$/)
  await leverage().press('ArrowLeft')
  expect(await leverage().getAttribute('aria-valuetext')).toMatch(/^10×/)
})

step('takes a price pressed in the order book as that of a limit order', async () => {
  await choose('Order type', 'Market')
  await page.locator('button[data-price]', { hasText: '65,850.03' }).click()
  await ticket().getByRole('radio', { name: 'Limit', checked: true }).waitFor()
  await expect.poll(() => field('Limit price').inputValue()).toBe('65,850.03')
  expect(await field('Size').inputValue()).toBe('21')
})

step('turns percent of the margin and amounts into the prices that are sent', async () => {
  await field('Limit price').fill('65400')
  await field('Size').fill('10')
  await choose('Unit of TP/SL', '% of margin')
  await field('Take profit').fill('20')
  await field('Stop loss').fill('15')
  await ticket().getByText('66,708.00 · +13.08').waitFor()
  await ticket().getByText('64,419.00 · −9.81').waitFor()
  await picture(page, 'ticket-1-percent')
  await choose('Unit of TP/SL', 'USDT')
  await expect.poll(() => field('Take profit').inputValue()).toBe('13.08')
  await choose('Unit of TP/SL', 'Price')
  await expect.poll(() => field('Stop loss').inputValue()).toBe('64,419')
  expect(await accessibilityViolations(page)).toEqual([])
  await send().click()
  await confirmation(page).getByText('66,708.00').waitFor()
  const request = page.waitForRequest('**/api/contract/buyContract')
  await confirmOrder(page)
  const sent = new URLSearchParams((await request).postData() ?? '')
  const names = ['number', 'originPrice', 'target_profit_price', 'stop_loss_price']
  expect(names.map((name) => sent.get(name))).toEqual(['10', '65400', '66708', '64419'])
  await page.getByText(/^Limit order placed: Buy 10 lots at /).waitFor()
})

step('keeps its button at one place in every state', async () => {
  const places = new Map<number, string>()
  const states: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['empty', async () => undefined],
    ['filled', () => field('Size').fill('10')],
    ['fills at once', () => field('Limit price').fill('70000')],
    ['wrong price', () => field('Limit price').fill('x')],
    ['unclear price', () => field('Limit price').fill('1,00')],
    ['market', () => choose('Order type', 'Market')],
    ['wrong size', () => field('Size').fill('1.5')],
    ['too large', () => field('Size').fill('999999')],
    ['wrong stops', () => field('Take profit').fill('1')],
    ['stops as amount', () => choose('Unit of TP/SL', 'USDT')],
    ['wrong amount', () => field('Stop loss').fill('x')],
    ['cleared stops', () => Promise.all([field('Stop loss').fill(''), field('Take profit').fill('')])],
    ['high leverage', () => leverage().press('End')],
    ['coins', () => choose('Unit of the size', 'BTC')],
    ['USDT', () => choose('Unit of the size', 'USDT')],
    ['short', () => choose('Side', 'Sell / Short')],
    ['valid again', () => field('Size').fill('700')],
  ]
  for (const [name, enter] of states) {
    await enter()
    const [top, button] = [await ticket().boundingBox(), await send().boundingBox()]
    // Relative to the ticket, because filling a field can scroll its pane.
    const y = Math.round((button?.y ?? 0) - (top?.y ?? 0))
    places.set(y, `${places.get(y) ?? ''} ${name}`)
  }
  expect(places.size, [...places].map(([y, names]) => `${y}:${names}`).join('; ')).toBe(1)
})

step('takes keys for side and share, never while a field or a dialog has the focus', async () => {
  const side = (name: string) => ticket().getByRole('radio', { name, checked: true })
  const key = (name: string) => page.keyboard.press(name)
  await choose('Unit of the size', 'lots')
  await field('Size').fill('7')
  await key('b')
  await side('Sell / Short').waitFor()
  await page.evaluate('document.activeElement.blur()')
  await key('b')
  await side('Buy / Long').waitFor()
  await key('2')
  await ticket().getByRole('button', { name: '50%', pressed: true }).waitFor()
  expect(Number.parseInt((await field('Size').inputValue()).replaceAll(',', ''), 10)).toBeGreaterThan(7)
  await key('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await shortcuts.waitFor()
  await key('s')
  await key('Escape')
  await shortcuts.waitFor({ state: 'hidden' })
  await side('Buy / Long').waitFor()
  expect(await page.locator('a[href="#order-form"]').innerText()).toBe('Skip to order form')
})

step('finds orders, actions, settings and pages by parts of their names', async () => {
  await field('Size').focus()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog').getByRole('combobox')
  const first = page.getByRole('option', { selected: true })
  for (const [typed, found] of [
    ['open ord 65,400', 'BTCUSDT Buy 10 lots'],
    ['sell', 'Order form: sell'],
    ['dark', 'Switch to dark mode'],
    ['with addr', 'Withdrawal addresses'],
  ] as const) {
    await search.fill(typed)
    await first.getByText(found).waitFor()
  }
  expect(await accessibilityViolations(page)).toEqual([])
  await picture(page, 'ticket-2-search')
  await search.fill('positions')
  await page.getByRole('option', { name: 'Positions', exact: true }).click()
  await page.waitForURL('**/transaction')
  await page.goBack()
  await send().waitFor()
})

step('begins with the last choices of this browser', async () => {
  await choose('Order type', 'Limit')
  await ticket().getByRole('button', { name: 'Contract wallet 1' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Contract wallet 2' }).click()
  await page.goto('/contract?symbol=ETHUSDT')
  await ticket().getByRole('radio', { name: 'Limit', checked: true }).waitFor()
  await ticket().getByRole('radio', { name: 'USDT', checked: true }).first().waitFor()
  await ticket().getByRole('button', { name: 'Contract wallet 2' }).waitFor()
  expect(await leverage().getAttribute('aria-valuetext')).toContain('20×')
  await expect.poll(() => field('Limit price').inputValue()).toMatch(/^\d/)
  expect(stage.pageErrors).toEqual([])
})
