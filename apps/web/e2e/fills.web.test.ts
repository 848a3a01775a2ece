import { type ScriptedPrice, scriptedPrice } from '@glasshouse/testkit/exchange/scriptedPrice'
import { type Exchange, startExchange } from '@glasshouse/testkit/exchange/server'
import type { OrderInput } from '@glasshouse/testkit/orderRequest'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { desktop, failurePicture, openBrowser, openVisitor, picture } from './browser.ts'
import { demo, openCustomer, placeOrder, type TestCustomer } from './customer.ts'
import { type Product, scratchFolder, startProduct } from './product.ts'
import { storedSession } from './screens.ts'

let folder: Awaited<ReturnType<typeof scratchFolder>>
let market: ScriptedPrice
let exchange: Exchange
let product: Product
let browser: Browser
let page: Page
let customer: TestCustomer
const pageErrors: string[] = []

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failurePicture(page, 'fills-failed')
})
beforeAll(async () => {
  folder = await scratchFolder()
  market = scriptedPrice('BTCUSDT', 6_585_000)
  exchange = await startExchange({ script: market.script })
  product = await startProduct(folder.path, {
    MARKET_FEED: 'binance',
    MARKET_SYMBOLS: 'BTCUSDT',
    BINANCE_REST_URL: exchange.restUrl,
    BINANCE_STREAM_URL: exchange.streamUrl,
  })
  customer = openCustomer(product.address)
  await customer.signIn(demo.email, demo.pwd)
  browser = await openBrowser()
  const context = await openVisitor(browser, product.address, desktop)
  const { name, value } = storedSession(customer.token() ?? '', Date.now())
  await context.addInitScript(([at, text]) => localStorage.setItem(at ?? '', text ?? ''), [name, value])
  page = await context.newPage()
  page.setDefaultTimeout(45_000)
  page.on('pageerror', (error) => pageErrors.push(error.message))
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await exchange?.close()
  await folder?.remove()
})

const buy = async (lots: number, more: Partial<OrderInput> = {}) => {
  const pid = (await customer.client.call('/api/market/kList', {}))[0]?.pid ?? 0
  return placeOrder(customer, { pid, lots, price: '65850.01', ...more })
}

/** Fill marks as text, from the table below the chart, in order of time. */
const reported = async (): Promise<string> => {
  const rows = await page
    .getByRole('table', { name: /^Candles of BTCUSDT/ })
    .getByRole('row')
    .allInnerTexts()
  return rows
    .slice(1)
    .reverse()
    .map((row) => row.split('\t').at(-1)?.trim() ?? '')
    .filter((text) => /^(Buy|Sell)/.test(text))
    .join(', ')
}

it('marks an opening with its full lots and every partial close after a reload', async () => {
  await page.goto('/contract?symbol=BTCUSDT')
  await page.getByRole('form', { name: 'Place order' }).waitFor()
  const { id } = await buy(50)
  await page.getByRole('button', { name: 'Read as a table' }).click()
  await expect.poll(reported, { timeout: 45_000 }).toMatch(/Buy 50$/)
  const before = (await reported()).replace(/Buy 50$/, '')
  await customer.client.call('/api/contract/pingcangContract', { id, number: 20 })
  await expect.poll(reported, { timeout: 45_000 }).toBe(`${before}Buy 50, Sell 20`)
  await customer.client.call('/api/contract/pingcangContract', { id })
  await expect.poll(reported, { timeout: 45_000 }).toBe(`${before}Buy 50, Sell 20, Sell 30`)
  await page.reload()
  await page.getByRole('button', { name: 'Read as a table' }).click()
  await expect.poll(reported, { timeout: 45_000 }).toBe(`${before}Buy 50, Sell 20, Sell 30`)
})

it('labels a fill by a stop and draws fills, lines and tags together', async () => {
  await buy(10, { stopLoss: '65700' })
  market.set(6_569_000)
  await expect.poll(reported, { timeout: 45_000 }).toMatch(/Buy 10, Sell 10 · Stop loss$/)
  market.set(6_585_000)
  await expect.poll(async () => (await buy(30, { stopLoss: '65800' }).catch(() => null))?.state).toBe('open')
  await buy(20, { price: '65830', isLimit: true })
  await buy(20, { price: '65825', isLimit: true })
  await page.getByRole('button', { name: 'Read as a table' }).click()
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page
      .getByRole('region', { name: 'Orders' })
      .getByRole('row')
      .filter({ hasText: 'BTCUSDT' })
      .first()
      .waitFor()
    const chart = await page.getByRole('group', { name: 'Chart of BTCUSDT' }).boundingBox()
    if (chart === null) throw new Error('chart not found')
    await page.mouse.move(chart.x + chart.width / 2, chart.y + chart.height / 3)
    await picture(page, `fills-tags-${width}`)
  }
  expect(pageErrors).toEqual([])
})
