import { type Client, createClient } from '@glasshouse/client/http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { desktop, openBrowser, openVisitor, picture } from './browser.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { story } from './story.ts'
import { ownProduct } from './workerProduct.ts'

// A run of AI trading on real minutes: the price rises in the minute that forms, so that its close is a signal to buy;
// then it rises to the take-profit of the trade.

let product: SteeredProduct
let browser: Browser
let customer: NewCustomer
let manager: Client
let page: Page
const complaints: string[] = []
const aMinute = { timeout: 90_000 }
const soon = { timeout: 45_000 }

beforeAll(async () => {
  product = await ownProduct()
  browser = await openBrowser()
  customer = await newCustomer(product.address, 10_000)
  let token: string | null = null
  manager = createClient({
    baseUrl: product.address,
    session: () => token,
    lang: () => 'en',
    now: () => Date.now(),
  })
  token = await manager.call('/staff/api/login', { email: 'manager@glasshouse.test', pwd: 'Manager123!' })
  const context = await openVisitor(browser, product.address, desktop, customer.token())
  page = await context.newPage()
  page.setDefaultTimeout(45_000)
  page.on('pageerror', (error) => complaints.push(error.message))
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await picture(page, 'ai-failed')
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const panel = () => page.getByRole('region', { name: 'AI trading', exact: true })
/** The pane below the chart. */
const results = () => page.getByRole('region', { name: 'Results of AI trading' })
const shows = (text: string | RegExp, within = soon) =>
  expect.poll(() => panel().innerText(), within).toMatch(text)

const step = story('AI trading')

step(
  'shows closed minutes with both means while its panel is open, and the own interval after it',
  async () => {
    await page.goto(`${product.address}/contract?panel=ai`)
    await shows('AI trading is not active')
    const interval = (name: string) => page.getByRole('radio', { name, exact: true })
    await expect.poll(() => interval('1m').isChecked(), soon).toBe(true)
    await page.getByRole('radio', { name: 'Ticket', exact: true }).click()
    await expect.poll(() => interval('15m').isChecked(), soon).toBe(true)
    await page.getByRole('radio', { name: 'AI trading', exact: true }).click()
    await expect.poll(() => interval('1m').isChecked(), soon).toBe(true)
  },
)

step('starts a run when access is active', async () => {
  await customer.client.call('/api/ai/obtainAI', {})
  const { uid } = await customer.client.call('/api/user/getuserinfo', {})
  await manager.call('/staff/api/aiActivate', { uid, days: 30 })
  await page.reload()
  await shows(/Active until/)
  await panel().getByRole('button', { name: 'Start BTCUSDT: 1 × 100 USDT' }).click()
  await shows(/waiting for a signal/)
})

step('opens a trade on a signal, closes it at its take-profit and tells that the run ended', async () => {
  await product.market.set('BTCUSDT', '67000.00')
  await shows(/in a trade/, aMinute)
  await shows(/Buy: both conditions point up\./)
  await results().getByRole('tab', { name: 'Trades of this run' }).click()
  await results().getByRole('row').filter({ hasText: 'BTCUSDT' }).waitFor()
  await product.market.set('BTCUSDT', '67900.00')
  await page.getByText('AI trade 1 of 1 closed').first().waitFor()
  await results().getByRole('row').filter({ hasText: 'Take profit' }).waitFor()
  await results().getByRole('tab', { name: 'Own runs' }).click()
  await results().getByText('all trades done').waitFor()
  const notices = await customer.client.list('/api/user/noticeList', { tab: 'trading' })
  expect(notices.rows[0]).toMatchObject({ kind: 'aiRunEnded', link: '/contract?symbol=BTCUSDT&panel=ai' })
  expect(notices.rows[0]?.content).toMatch(
    /^1 of 1 trades, result with fees: [\d.]+ USDT\. Reason: all trades done\.$/,
  )
  expect(complaints).toEqual([])
})
