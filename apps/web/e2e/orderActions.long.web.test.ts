import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, picture } from './browser.ts'
import { buyLots, type NewCustomer, newCustomer } from './customer.ts'
import { settled } from './settled.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

let customer: NewCustomer
let page: Page

const stage = browserStage(sharedProduct)

const orders = () => page.getByRole('region', { name: 'Orders' })
const rows = () => orders().getByRole('row').filter({ hasText: 'BTCUSDT' })
const dialog = () => page.getByRole('dialog')
/** Amounts of a text, as numbers with four decimals. */
const amounts = (text: string): number[] =>
  [...text.matchAll(/[+−]?[\d,]+\.\d{4}\b/g)].map(([found]) =>
    Number.parseFloat(found.replaceAll(',', '').replace('−', '-')),
  )

beforeAll(async () => {
  customer = await newCustomer(stage.product.address, 10_000)
  await stage.product.market.set('BTCUSDT', '65850.00')
  await buyLots(customer, 20)
  await buyLots(customer, 11)
  page = await stage.open(desktop, customer.token())
  await page.goto('/contract?symbol=ETHUSDT')
  await rows().nth(1).waitFor()
  await settled(page)
})

const step = story('positions are closed in parts, reversed, and closed together')

step('subscribes to each order book once', async () => {
  let books = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/market/depth')) books += 1
  })
  await stage.product.market.set('BTCUSDT', '65851.00')
  await expect.poll(() => rows().first().innerText()).toContain('65,851.00')
  expect(books).toBe(0)
})

step('sums the displayed figures of all positions in a total row', async () => {
  const total = await orders().getByRole('row').last().innerText()
  expect(total).toContain('2 positions')
  const parts = await Promise.all([0, 1].map((at) => rows().nth(at).getByRole('cell').nth(5).innerText()))
  const margins = parts.map((text) => amounts(text)[0] ?? 0)
  expect(amounts(total).at(-1)).toBeCloseTo((margins[0] ?? 0) + (margins[1] ?? 0), 4)
  await picture(page, 'order-actions-1-total')
})

step('opens the market of a row that is clicked beside its buttons', async () => {
  await rows().first().getByRole('cell').nth(3).click()
  await page.waitForURL(/symbol=BTCUSDT/)
  await page.goto('/contract?symbol=ETHUSDT')
  await rows()
    .first()
    .getByRole('button', { name: /BTCUSDT/ })
    .press('Enter')
  await page.waitForURL(/symbol=BTCUSDT/)
  await settled(page)
})

step('closes a share of a position', async () => {
  await rows().filter({ hasText: '0.02 BTC' }).getByRole('button', { name: 'Close', exact: true }).click()
  await dialog().getByRole('button', { name: '25%' }).click()
  await expect.poll(() => dialog().getByRole('textbox').inputValue()).toBe('5')
  await dialog().getByRole('textbox').press('ArrowDown')
  await dialog()
    .getByRole('button', { name: /^Close 4 lots at ~/ })
    .click()
  await rows().filter({ hasText: '0.016 BTC' }).waitFor()
})

step('reverses a position by two orders, with the costs of both', async () => {
  await rows()
    .filter({ hasText: '0.011 BTC' })
    .getByRole('button', { name: /^Reverse order/ })
    .click()
  await dialog().getByText('1. Close 11 lots at').waitFor()
  await dialog().getByText('2. Sell 11 lots at').waitFor()
  for (const text of ['Closing fee', 'Returned to wallet', 'Opening fee', 'Margin', 'Est. liq. price'])
    await dialog().getByText(text, { exact: true }).first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await picture(page, 'order-actions-2-reverse')
  await dialog().getByRole('button', { name: 'Reverse 11 lots' }).click()
  await page.getByText(/^Sell 11 lots filled at/).waitFor()
  await rows().filter({ hasText: 'Short' }).filter({ hasText: '0.011 BTC' }).waitFor()
})

step('says that only the close succeeded when the second order is refused, and offers it again', async () => {
  await page.route('**/api/contract/buyContract', (route) =>
    route.fulfill({ json: { retCode: 2003, retMsg: 'busy', data: { reason: 'busy' } } }),
  )
  await rows()
    .filter({ hasText: '0.011 BTC' })
    .getByRole('button', { name: /^Reverse order/ })
    .click()
  await dialog().getByRole('button', { name: 'Reverse 11 lots' }).click()
  await dialog().getByText('The position is closed. The opposite one is not open yet.').waitFor()
  await rows().filter({ hasText: '0.011 BTC' }).waitFor({ state: 'hidden' })
  await page.unroute('**/api/contract/buyContract')
  await dialog()
    .getByRole('button', { name: /^Buy 11 lots at ~/ })
    .click()
  await page
    .getByText(/^Buy 11 lots filled at/)
    .first()
    .waitFor()
  await rows().filter({ hasText: '0.011 BTC' }).waitFor()
})

step('closes all positions, with a sum that is that of its rows', async () => {
  await orders().getByRole('button', { name: 'Close all' }).click()
  await dialog().getByRole('button', { name: 'Close 2 positions' }).waitFor()
  const text = await dialog().innerText()
  const figures = [...text.matchAll(/Returned to wallet\s+([\d,.]+)/g)].map(([, found = '']) =>
    Number.parseFloat(found.replaceAll(',', '')),
  )
  expect(figures).toHaveLength(3)
  expect(figures[2]).toBeCloseTo((figures[0] ?? 0) + (figures[1] ?? 0), 4)
  expect(await accessibilityViolations(page)).toEqual([])
  await picture(page, 'order-actions-3-all')
  await dialog().getByRole('button', { name: 'Close 2 positions' }).click()
  await page.getByText('Closed: 2 positions').waitFor()
  await orders().getByText('No positions').waitFor()
  expect(stage.pageErrors).toEqual([])
})
