import { usdt } from '@glasshouse/core/money/units'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { picture } from './browser.ts'
import { confirmOrder } from './confirm.ts'
import { type NewCustomer, newCustomer, ordersOf, practiceState } from './customer.ts'
import { settled } from './screens.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

const phone = { width: 390, height: 844, theme: 'day', language: 'en', touch: true } as const

let page: Page
let customer: NewCustomer
let before = 0n

const stage = browserStage(sharedProduct)

beforeAll(async () => {
  customer = await newCustomer(stage.product.address, 10_000)
  before = usdt((await customer.client.call('/api/user/getuserinfo', {})).contractwallet)
  page = await stage.open(phone)
})

const problems = () => accessibilityViolations(page)
const ticket = () => page.getByRole('region', { name: 'Place order' })
const orders = () => page.getByRole('region', { name: 'Orders' })
const row = () => orders().getByRole('listitem').filter({ hasText: 'BTCUSDT' })
const chart = () => page.getByRole('region', { name: 'Chart of BTCUSDT' })
const chartHeight = (): Promise<number> => chart().evaluate((shown) => shown.clientHeight)

type Edges = { readonly top: number; readonly bottom: number }
const edgesOf = async (of: Locator): Promise<Edges> => {
  const box = await of.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return { top: box.y, bottom: box.y + box.height }
}
/** Share of the screen between the top of the candles and the sheet above them. */
const shareOfCandles = async (): Promise<number> => {
  const [candles, sheet] = [await edgesOf(chart().locator('canvas').first()), await edgesOf(ticket())]
  return (sheet.top - candles.top) / (page.viewportSize()?.height ?? 0)
}

/** Drags the grip of the sheet by touch and releases it. */
const drag = async (byPx: number): Promise<void> => {
  const box = await ticket().boundingBox()
  if (!box) throw new Error('sheet not found')
  const [x, y] = [box.x + box.width / 2, box.y + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + byPx, { steps: 5 })
  await page.mouse.up()
}

const step = story('a contract and an option on a phone')

step('shows the markets and candles that it requested before its code had arrived', async () => {
  const visitor = await stage.open(phone)
  const code = Promise.withResolvers<void>()
  await visitor.route(/\/assets\/start-[^/]+\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const candles = visitor.waitForResponse((response) => response.url().endsWith('/api/market/kline'))
  await visitor.goto('/m/contract', { waitUntil: 'commit' })
  await (await candles).finished()
  expect(asked.filter((path) => path.startsWith('/api/market/k'))).toEqual([
    '/api/market/kList',
    '/api/market/kline',
  ])
  // However long the code takes, what it shows is of these answers: no other is given.
  await visitor.route(/\/api\/market\/k/, (route) => route.abort())
  code.resolve()
  const shown = visitor.getByRole('region', { name: 'Chart of BTCUSDT' })
  await shown.waitFor()
  await settled(visitor)
  expect(await shown.getByRole('alert').count()).toBe(0)
  expect(await shown.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await visitor.context().close()
})

step('redirects a small screen to the phone site and signs in there', async () => {
  await page.goto('/')
  await page.waitForURL((url) => url.pathname === '/m')
  await settled(page)
  expect(await problems()).toEqual([])
  await page.goto('/m/contract')
  await ticket().getByRole('link', { name: 'Sign in to trade' }).tap()
  await page.getByRole('textbox', { name: 'Email' }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.pwd)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/m/contract')
  await ticket()
    .getByText(/available$/)
    .waitFor()
})

step('keeps the chart visible above the sheet and shows effect and costs of the order', async () => {
  await ticket().getByRole('radio', { name: 'Limit' }).tap()
  const price = ticket().getByRole('textbox', { name: 'Limit price' })
  await price.fill('50000')
  await ticket().getByRole('textbox', { name: 'Size' }).fill('1')
  const submit = ticket().getByRole('button', { name: 'Buy 1 lot at 50,000.00' })
  await submit.waitFor()
  for (const size of [
    { width: 360, height: 640 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(shareOfCandles).toBeGreaterThanOrEqual(0.4)
    const button = await edgesOf(submit)
    for (const cost of ['Margin', 'Fee', 'Liq. price', 'Max loss'])
      expect((await edgesOf(ticket().getByText(cost, { exact: true }))).bottom).toBeLessThan(button.top)
    expect(button.bottom).toBeLessThan((await edgesOf(page.getByRole('link', { name: 'Markets' }))).top)
  }
  await ticket().getByRole('button', { name: 'TP/SL' }).tap()
  const takeProfit = ticket().getByRole('textbox', { name: 'Take profit' })
  const submitTop = (await edgesOf(submit)).top
  await expect.poll(async () => (await edgesOf(takeProfit)).bottom).toBeLessThan(submitTop)
  await ticket().getByRole('button', { name: 'TP/SL' }).tap()
  await ticket().getByRole('button', { name: 'Show calculation' }).tap()
  await ticket().getByText('Wallet loss at liquidation').waitFor()
  expect(await problems()).toEqual([])
  await picture(page, 'phone-1-ticket')
  await ticket().getByRole('radio', { name: 'Market' }).tap()
})

step('buys by touch and shows the live profit', async () => {
  await ticket().getByRole('textbox', { name: 'Size' }).fill('11')
  await ticket()
    .getByRole('button', { name: /^Buy 11 lots at ~/ })
    .tap()
  await confirmOrder(page)
  const toast = page.getByText(/^Buy 11 lots filled at/)
  await toast.waitFor()
  expect((await edgesOf(toast)).top).toBeGreaterThan((await edgesOf(page.getByTestId('last-price'))).bottom)
  const small = await chartHeight()
  await drag(200)
  await ticket().getByRole('button', { name: 'Expand ticket' }).waitFor()
  expect(await chartHeight()).toBeGreaterThan(small)
  await row().waitFor()
  const profit = () => row().locator('[data-testid^="profit-"]').innerText()
  const first = await profit()
  await stage.product.market.set('BTCUSDT', '65900.00')
  await expect.poll(profit, { timeout: 45_000 }).not.toBe(first)
  expect(await problems()).toEqual([])
  await picture(page, 'phone-2-position')
})

step('opens the receipt as a sheet with matching recalculation', async () => {
  await row().getByRole('button').tap()
  await page.getByRole('dialog').getByRole('button', { name: 'View receipt' }).tap()
  await page.getByText('Matches what was charged').waitFor()
  await page.getByText('Hash verified in your browser').waitFor()
  await picture(page, 'phone-3-receipt')
  await page.getByRole('button', { name: 'Close the receipt' }).tap()
})

step('closes from the row and leaves a balanced ledger', async () => {
  await row().getByRole('button').tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().tap()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Close 11 lots/ })
    .tap()
  await orders().getByText('No positions').waitFor()
  await orders().getByRole('tab', { name: 'Closed' }).tap()
  await row().filter({ hasText: '10×' }).waitFor()
  const order = (await ordersOf(customer, ['closed'])).find(({ lots }) => lots === 11)
  if (order === undefined) throw new Error('no closed order found')
  const { contractwallet } = await customer.client.call('/api/user/getuserinfo', {})
  expect(usdt(contractwallet)).toBe(before + order.pnl - order.fees)
  const { ledger } = await practiceState(customer)
  expect(ledger.invariants.filter(({ holds }) => !holds)).toEqual([])
})

step.long('groups the lines of the order in the transaction history, with their sum', async () => {
  const order = (await ordersOf(customer, ['closed'])).find(({ lots }) => lots === 11)
  if (order === undefined) throw new Error('no closed order found')
  await page.goto('/m/journal')
  const group = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `order ${order.id}`, exact: true }) })
  await group.waitFor()
  const { rows } = await customer.client.list('/api/user/priceLog', pageToWire(1, 20))
  const own = rows.filter(({ refkind, refid }) => refkind.startsWith('contract') && refid === order.id)
  expect(own.length).toBeGreaterThan(2)
  const lines = group.getByRole('listitem')
  expect(await lines.count()).toBe(own.length)
  for (const [at, { typename }] of own.entries())
    expect(await lines.nth(at).innerText()).toContain(`${typename} · Contract wallet 1`)
  const total = (texts: readonly string[]): bigint =>
    texts.reduce((sum, text) => sum + usdt(text.replaceAll(/[,+]/g, '').replace('−', '-')), 0n)
  expect(total(own.map(({ money }) => money))).toBe(order.pnl - order.fees)
  const parts = await lines.locator(':scope > :last-child').allInnerTexts()
  expect(total(await group.locator('b').last().allInnerTexts())).toBe(total(parts))
  expect(await problems()).toEqual([])
  await picture(page, 'phone-4-journal')
  await page.goto('/m/contract')
})

step.long('says so when there is no connection, and comes back', async () => {
  const workerState = () =>
    page.evaluate<string | null>(
      'navigator.serviceWorker.getRegistration().then((it) => it?.active?.state ?? null)',
    )
  await expect.poll(workerState).toBe('activated')
  await page.context().setOffline(true)
  await page.goto('/m/assets')
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  expect(await problems()).toEqual([])
  await page.context().setOffline(false)
  // That page loads itself again once it notices, which would interrupt a navigation of it. Closed meanwhile it has hung.
  page = await page.context().newPage()
  await page.goto('/m/contract')
  await ticket()
    .getByText(/available$/)
    .waitFor()
})

step.long('raises the sheet on the tapped direction, and Esc lowers it', async () => {
  await ticket().getByRole('button', { name: 'Collapse ticket' }).tap()
  await ticket().getByRole('button', { name: 'Sell', exact: true }).tap()
  await expect
    .poll(() => ticket().getByRole('radio', { name: 'Sell / Short' }).getAttribute('aria-checked'))
    .toBe('true')
  await ticket().getByRole('textbox', { name: 'Size' }).press('Escape')
  await ticket().getByRole('button', { name: 'Expand ticket' }).waitFor()
})

step.long('goes from chart to order book to ticket and back by a swipe beside the candles', async () => {
  const devtools = await page.context().newCDPSession(page)
  const swipe = async (from: number, to: number): Promise<void> => {
    const { top, bottom } = await edgesOf(page.getByTestId('last-price'))
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: (top + bottom) / 2 }],
      })
    await touch('touchStart', from)
    await touch('touchMove', (from + to) / 2)
    await touch('touchMove', to)
    await touch('touchEnd', to)
  }
  const book = page.getByRole('region', { name: 'Order book and trades' })
  const turn = page.getByRole('button', { name: 'Chart', exact: true })
  await swipe(280, 120)
  await book.waitFor()
  expect(await problems()).toEqual([])
  await swipe(280, 120)
  await ticket().getByRole('button', { name: 'Collapse ticket' }).waitFor()
  await book.waitFor()
  await swipe(120, 280)
  await ticket().getByRole('button', { name: 'Expand ticket' }).waitFor()
  await turn.tap()
  await book.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Order book', exact: true }).tap()
  await book.waitFor()
  await swipe(120, 280)
  await book.waitFor({ state: 'hidden' })
  await devtools.detach()
})

step.long('navigates from contracts to options and back from the markets', async () => {
  await page.getByRole('link', { name: 'Options', exact: true }).tap()
  await page.getByRole('region', { name: 'Buy option' }).getByRole('button', { name: /CALL/ }).waitFor()
  await settled(page)
  expect(await problems()).toEqual([])
  await page.getByRole('link', { name: 'Markets' }).tap()
  await page.getByRole('textbox', { name: 'Search markets' }).or(page.getByRole('searchbox')).fill('ether')
  await page
    .getByRole('link', { name: /ETHUSDT/ })
    .first()
    .tap()
  await page.waitForURL(/\/m\/contract\?symbol=ETHUSDT/)
  await page.getByRole('heading', { level: 1, name: 'ETHUSDT' }).waitFor({ state: 'attached' })
})

step('causes no errors on the page', () => {
  expect(stage.pageErrors).toEqual([])
})
