import { accountQueryToWire } from '@glasshouse/core/contracts/codec'
import { price, usdt } from '@glasshouse/core/money/units'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, picture } from './browser.ts'
import { type NewCustomer, newCustomer, ordersOf, placeOrder, practiceState } from './customer.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

let page: Page
let customer: NewCustomer

const stage = browserStage(sharedProduct)

beforeAll(async () => {
  customer = await newCustomer(stage.product.address, 10_000)
  page = await stage.open(desktop)
})

const orders = () => page.getByRole('region', { name: 'Orders' })
const row = () => orders().getByRole('row').filter({ hasText: 'BTCUSDT' })
const tab = (name: RegExp) => orders().getByRole('tab', { name }).click()
const buy = async (lots: number, leverage: number, stopLoss: string) => {
  const pid = (await customer.client.call('/api/market/kList', {}))[0]?.pid ?? 0
  const order = { pid, lots, leverage, price: '65850.01' }
  return placeOrder(customer, stopLoss === '' ? order : { ...order, stopLoss })
}
const wearTheme = async (theme: 'day' | 'night'): Promise<void> => {
  await page.evaluate(`localStorage.setItem('glasshouse.theme', '${theme}')`)
  await page.reload()
  await row().first().waitFor()
}
/** Opens the receipt from the toast with this text and asserts that it was recalculated on the page. */
const checkReceipt = async (toast: string, rule: RegExp): Promise<void> => {
  const toasts = page.getByRole('region', { name: 'Notifications' }).locator('> div')
  await toasts.filter({ hasText: toast }).last().getByRole('button', { name: 'View receipt' }).click()
  await page.getByText('Matches what was paid').waitFor()
  await page.getByText(rule).first().waitFor()
  await page.getByText('Hash verified in your browser').first().waitFor()
}

const step = story('a stop and a liquidation')

step('signs in', async () => {
  await page.goto('/login?next=/contract?symbol=BTCUSDT')
  await page.getByRole('textbox', { name: 'Email' }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.pwd)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.goto('/contract?symbol=BTCUSDT')
  await page.getByRole('form', { name: 'Place order' }).waitFor()
})

step('a stop loss fires: toast, list and recalculated receipt show it', async () => {
  await buy(10, 10, '65000')
  await tab(/Positions/)
  await row().first().waitFor()
  await stage.product.market.set('BTCUSDT', '64990.00')
  await page.getByText('BTCUSDT stop loss filled at 64,990').waitFor()
  await picture(page, 'triggers-1-stop')
  await checkReceipt('stop loss filled at 64,990', /^Stop loss at best bid$/)
  await page.getByRole('button', { name: 'Close the receipt' }).click()
  await tab(/Closed/)
  await row().filter({ hasText: 'Stop loss' }).first().waitFor()
  const [closed] = await ordersOf(customer, ['closed'])
  expect(closed).toMatchObject({
    ...{ closeReason: 'stopLoss', closePrice: price('64990'), pnl: usdt('-8.6001') },
  })
  await stage.product.market.set('BTCUSDT', '65850.00')
})

step.long('shows the columns hidden at 1024 px below the row', async () => {
  await expect.poll(async () => (await buy(2, 10, '64000').catch(() => null))?.state).toBe('open')
  await page.setViewportSize({ width: 1024, height: 768 })
  for (const theme of ['day', 'night'] as const) {
    await wearTheme(theme)
    const orderRow = row().filter({ hasText: '0.002' })
    const more = orderRow.getByRole('button', { name: /^Show more of order/ })
    await more.click()
    await orders().getByRole('definition').filter({ hasText: '64,000' }).waitFor()
    expect(await more.getAttribute('aria-expanded')).toBe('true')
    await picture(page, `triggers-2-row-detail-${theme}`)
    await more.click()
    await orders().getByRole('definition').first().waitFor({ state: 'detached' })
  }
  await wearTheme('day')
  await page.setViewportSize({ width: desktop.width, height: desktop.height })
})

step('a liquidation is executed and shown', async () => {
  const { available } = await customer.client.call('/api/contract/account', accountQueryToWire('contract'))
  // Maximum lots of the wallet at 20×: it cannot bear a loss of 3 %.
  const lots = Math.floor((Number.parseInt(available, 10) * 20) / 66.6)
  await expect.poll(async () => (await buy(lots, 20, '').catch(() => null))?.state).toBe('open')
  await tab(/Positions/)
  await row().filter({ hasText: '20×' }).first().waitFor()
  await stage.product.market.set('BTCUSDT', '63800.00')
  await page.getByText('BTCUSDT liquidated at 63,800').first().waitFor()
  await picture(page, 'triggers-4-closed-out')
  await checkReceipt('liquidated at 63,800', /^Liquidated at best bid$/)
  await page.getByRole('button', { name: 'Close the receipt' }).click()
  await tab(/Closed/)
  await row().filter({ hasText: 'Liquidated' }).first().waitFor()
})

step.long('toasts cover neither Transfer nor Deposit', async () => {
  const toasts = await page.getByRole('region', { name: 'Notifications' }).boundingBox()
  for (const name of ['Transfer', 'Deposit']) {
    const box = await page
      .getByRole('region', { name: 'Account' })
      .getByText(name, { exact: true })
      .boundingBox()
    if (box === null || toasts === null) throw new Error(`there is no ${name}`)
    expect(toasts.x + toasts.width).toBeLessThan(box.x)
  }
})

step('leaves a balanced ledger and no errors on the page', async () => {
  const { ledger } = await practiceState(customer)
  expect(ledger.invariants.filter((invariant) => !invariant.holds)).toEqual([])
  expect(stage.pageErrors).toEqual([])
})
