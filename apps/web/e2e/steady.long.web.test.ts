import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor, picture, type View } from './browser.ts'
import { buyLots, type NewCustomer, newCustomer } from './customer.ts'
import { settled } from './screens.ts'
import { type SharedProduct, sharedProduct } from './workerProduct.ts'

let product: SharedProduct
let browser: Browser
let customer: NewCustomer

beforeAll(async () => {
  product = await sharedProduct()
  browser = await openBrowser()
  customer = await newCustomer(product.address, 10_000)
})
afterAll(() => browser?.close())

const phone: View = { ...desktop, width: 390, height: 844 }

/** Opens a context of a signed-in customer or a visitor. */
const open = (view: View, who: 'visitor' | 'member'): Promise<BrowserContext> =>
  openVisitor(browser, product.address, view, who === 'member' ? customer.token() : null)

/** Moves the price of Bitcoin and waits until the product reports it. */
const move = async (bid: string): Promise<void> => {
  await product.market.set('BTCUSDT', bid)
  const reportedPrice = async () => {
    const markets = await customer.client.call('/api/market/kList', {})
    return markets.find(({ pid }) => pid === 1)?.price
  }
  await expect.poll(reportedPrice, { timeout: 45_000 }).toBe(bid.replace(/\.?0+$/, ''))
}

type Shift = { readonly value: number; readonly what: string }

/** Runs in the page from its first paint: records every layout shift with its elements. */
const watch = `
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      const names = entry.sources.map(({ node }) =>
        node instanceof Element ? node.tagName + ' ' + (node.getAttribute('class') ?? '') : 'text')
      globalThis.shifts.push({ value: entry.value, what: names.join(', ') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

/** Maximum cumulative layout shift. */
const maxShift = 0.02
/** Prices of different widths, as a market has them within a minute. */
const bids = ['65851.50', '65849.00', '65911.11', '66000.00', '65700.08', '64999.99', '65850.00']
/** The price as displayed on the page. */
const written = (bid: string): string => bid.replace(/(?=\d{3}\.)/, ',')

it.each([
  ['home', '/', desktop, 'visitor'],
  ['contract', '/contract', desktop, 'visitor'],
  ['contract', '/contract', desktop, 'member'],
  ['home', '/m', phone, 'visitor'],
  ['contract', '/m/contract', phone, 'member'],
] as const)('keeps %s (%s) where it is while prices stream', async (_, path, view, who) => {
  const context = await open(view, who)
  await context.addInitScript(watch)
  const page = await context.newPage()
  await page.goto(path)
  await settled(page)
  const content = () => page.locator('#content').innerText()
  for (const bid of bids) {
    await product.market.set('BTCUSDT', bid)
    await expect.poll(content, { timeout: 45_000 }).toContain(written(bid))
  }
  const shifts: Shift[] = await page.evaluate('globalThis.shifts')
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  expect(sum, shifts.map(({ value, what }) => `${value.toFixed(4)} ${what}`).join('\n')).toBeLessThanOrEqual(
    maxShift,
  )
  await context.close()
})

/** Proxies the stream of a page and can interrupt it. */
const openCut = async (page: Page): Promise<{ cut: () => Promise<void>; mend: () => void }> => {
  const open = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    open.add(socket)
  })
  return {
    cut: async () => {
      isCut = true
      await Promise.all([...open].map((socket) => socket.close()))
      open.clear()
    },
    mend: () => {
      isCut = false
    },
  }
}

it('shows a lost connection, blocks trading on stale prices, and catches up after reconnecting', async () => {
  const context = await open(desktop, 'member')
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  const line = await openCut(page)
  await page.goto('/contract')
  const last = page.getByTestId('last-price')
  await last.waitFor()
  await page.getByRole('textbox', { name: 'Size' }).fill('11')
  const send = page.getByRole('button', { name: /^Buy/ }).and(page.locator('[type="submit"]'))
  await expect.poll(() => send.getAttribute('aria-disabled'), { timeout: 45_000 }).toBeNull()
  const look = () =>
    page.evaluate(`getComputedStyle(document.querySelector('[data-testid="last-price"]')).color`)
  const lively = await look()

  await line.cut()
  await page.getByText('Reconnecting').first().waitFor()
  expect(await look()).not.toBe(lively)
  await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true')
  await page.getByText('No live price. Try again in a moment.').first().waitFor()
  const frozen = await last.innerText()
  // Changes during the interruption cause no push event; the page has to refetch them.
  const order = await buyLots(customer, 3)
  await move('65860.00')
  expect(await last.innerText()).toBe(frozen)
  expect(await page.getByTestId(`profit-${order.id}`).count()).toBe(0)
  await picture(page, 'steady-cut')

  line.mend()
  await page.getByTestId(`profit-${order.id}`).waitFor()
  await expect.poll(() => page.getByText('Reconnecting').count()).toBe(0)
  await expect.poll(() => last.innerText(), { timeout: 45_000 }).toContain('65,860.00')
  await expect.poll(() => send.getAttribute('aria-disabled')).toBeNull()
  await context.close()
})

it('greys the prices on the home page while the connection is lost, and says so', async () => {
  const context = await open(desktop, 'visitor')
  const page = await context.newPage()
  const line = await openCut(page)
  await page.goto('/')
  await settled(page)
  const prices = () => page.getByRole('table', { name: 'Markets' }).innerText()
  await product.market.set('BTCUSDT', '65870.00')
  await expect.poll(prices, { timeout: 45_000 }).toContain('65,870.00')
  expect(await page.getByText('Reconnecting…').count()).toBe(0)
  await line.cut()
  await page.getByText('Reconnecting…').waitFor()
  const frozen = await prices()
  await move('65880.00')
  expect(await prices()).toBe(frozen)
  line.mend()
  await expect.poll(prices, { timeout: 45_000 }).toContain('65,880.00')
  expect(await page.getByText('Reconnecting…').count()).toBe(0)
  await context.close()
})
