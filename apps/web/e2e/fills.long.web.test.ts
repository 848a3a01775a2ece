import type { OrderInput } from '@glasshouse/testkit/orderRequest'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, picture } from './browser.ts'
import { type NewCustomer, newCustomer, placeOrder } from './customer.ts'
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
const shows = (marks: string | RegExp) => expect.poll(reported).toMatch(marks)

const step = story('fills on the chart')

step('marks an opening with its full lots and every partial close after a reload', async () => {
  await page.goto('/contract?symbol=BTCUSDT')
  await page.getByRole('form', { name: 'Place order' }).waitFor()
  const { id } = await buy(50)
  await page.getByRole('button', { name: 'Read as a table' }).click()
  await shows(/^Buy 50$/)
  await customer.client.call('/api/contract/pingcangContract', { id, number: 20 })
  await shows(/^Buy 50, Sell 20$/)
  await customer.client.call('/api/contract/pingcangContract', { id })
  await shows(/^Buy 50, Sell 20, Sell 30$/)
  await page.reload()
  await page.getByRole('button', { name: 'Read as a table' }).click()
  await shows(/^Buy 50, Sell 20, Sell 30$/)
})

step('marks the opening of a position that closed in more parts than a page has', async () => {
  const { id } = await buy(105)
  for (let part = 0; part < 103; part += 1)
    await customer.client.call('/api/contract/pingcangContract', { id, number: 1 })
  await page.reload()
  await page.getByRole('button', { name: 'Read as a table' }).click()
  await shows(/Buy 105/)
  await customer.client.call('/api/contract/pingcangContract', { id })
  await shows(/Sell 2/)
})

step('labels a fill by a stop and draws fills, lines and tags together', async () => {
  await buy(10, { stopLoss: '65700' })
  await stage.product.market.set('BTCUSDT', '65690.00')
  await shows(/Buy 10, Sell 10 · Stop loss$/)
  await stage.product.market.set('BTCUSDT', '65850.00')
  expect((await buy(30, { stopLoss: '65800' })).state).toBe('open')
  await buy(20, { price: '65830', kind: 'limit' })
  await buy(20, { price: '65825', kind: 'limit' })
  await page.getByRole('button', { name: 'Read as a table' }).click()
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    const order = page.getByRole('region', { name: 'Orders' }).getByRole('row').filter({ hasText: 'BTCUSDT' })
    await order.first().waitFor()
    await page.getByRole('group', { name: 'Chart of BTCUSDT' }).hover()
    await picture(page, `fills-tags-${width}`)
  }
  expect(stage.pageErrors).toEqual([])
})
