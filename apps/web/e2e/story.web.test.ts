import { usdt } from '@glasshouse/core/money/units'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { desktop, failurePicture, openBrowser, openVisitor, picture } from './browser.ts'
import { confirmOrder } from './confirm.ts'
import { openCustomer, ordersOf, practiceState } from './customer.ts'
import { story } from './story.ts'
import { type SharedProduct, sharedProduct } from './workerProduct.ts'

let product: SharedProduct
let browser: Browser
let visitor: BrowserContext
let page: Page
const pageErrors: string[] = []

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failurePicture(page, 'story-failed')
})
beforeAll(async () => {
  product = await sharedProduct()
  browser = await openBrowser()
  visitor = await openVisitor(browser, product.address, desktop)
  page = await visitor.newPage()
  page.setDefaultTimeout(45_000)
  page.on('pageerror', (error) => pageErrors.push(error.message))
})
afterAll(() => browser?.close())

const email = `story-${Date.now()}@example.com`
const pwd = 'Story!123'

const lastPrice = (): Promise<string> => page.locator('[data-testid="last-price"]').innerText()

const seriousProblems = () => accessibilityViolations(page)

const step = story('a new customer, from the first visit to the closed position')

step('updates prices for a visitor', async () => {
  await page.goto('/contract')
  await page.getByRole('region', { name: 'Order book' }).waitFor()
  const before = await lastPrice()
  await product.market.set('BTCUSDT', '65851.50')
  await expect.poll(lastPrice, { timeout: 45_000 }).toContain('65,851.50')
  expect(before).toContain('65,850.00')
  await page
    .getByRole('button', { name: 'Sign in to trade' })
    .or(page.getByRole('link', { name: 'Sign in to trade' }))
    .waitFor()
  await picture(page, 'story-1-visitor')
})

step('registers with a code from the practice outbox', async () => {
  await page.goto('/register?uid=10000')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Phone', { exact: true }).fill(`303${String(Date.now()).slice(-7)}`)
  await page.getByLabel('Password', { exact: true }).fill(pwd)
  expect(await page.getByLabel('Referral code').inputValue()).toBe('10000')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect.poll(() => page.getByLabel('Verification code').inputValue()).toMatch(/^\d{6}$/)
  await picture(page, 'story-2-register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('region', { name: 'First steps' }).getByText('Get practice funds').waitFor()
})

step('signs out and in', async () => {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(pwd)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.waitForURL((url) => url.pathname === '/')
})

step('deposits play money on the gateway page', async () => {
  await page.goto('/recharge')
  await page.getByRole('textbox', { name: 'Amount' }).fill('1000')
  const gatewayOpens = visitor.waitForEvent('page')
  await page.getByRole('button', { name: 'Deposit 1,000 USDT' }).click()
  const gateway = await gatewayOpens
  await gateway.getByRole('button', { name: 'Pay' }).click()
  await gateway.getByText(/close this window/i).waitFor()
  await gateway.close()
  await page.getByText('Completed').first().waitFor()
  await picture(page, 'story-3-deposit')
})

step('transfers money to the contract wallet', async () => {
  await page.goto('/contract')
  await page.getByRole('button', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('600')
  await dialog.getByRole('button', { name: 'Transfer 600 USDT' }).click()
  await expect
    .poll(() => page.getByRole('region', { name: 'Account' }).innerText(), { timeout: 15000 })
    .toContain('600.0000')
})

step('buys, sees the live profit, and opens a receipt with matching recalculation', async () => {
  await page.getByRole('textbox', { name: 'Size' }).fill('11')
  await page.getByRole('button', { name: /^Buy 11 lots at ~/ }).click()
  await confirmOrder(page)
  const orders = page.getByRole('region', { name: 'Orders' })
  const row = orders.getByRole('row').filter({ hasText: 'BTCUSDT' })
  await row.waitFor()
  const profit = () => row.getByRole('cell').nth(3).innerText()
  const before = await profit()
  await product.market.set('BTCUSDT', '65900.00')
  await expect.poll(profit, { timeout: 45_000 }).not.toBe(before)
  await picture(page, 'story-4-position')
  expect(await seriousProblems()).toEqual([])
  await row.getByRole('button', { name: /^View receipt/ }).click()
  await page.getByText('Matches what was charged').waitFor()
  await page.getByText('Hash verified in your browser').waitFor()
  await picture(page, 'story-5-receipt')
  await page.getByRole('button', { name: 'Close the receipt' }).click()
})

step('closes once although the button is pressed twice', async () => {
  const orders = page.getByRole('region', { name: 'Orders' })
  await orders
    .getByRole('row')
    .filter({ hasText: 'BTCUSDT' })
    .getByRole('button', { name: 'Close', exact: true })
    .click()
  await picture(page, 'story-6-closing')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Close 11 lots/ })
    .dblclick()
  await orders.getByText('No positions').waitFor()
  await orders.getByRole('tab', { name: 'Closed' }).click()
  const closed = orders.getByRole('row').filter({ hasText: 'BTCUSDT' })
  await closed.waitFor()
  expect(await closed.count()).toBe(1)
  await closed.getByRole('button', { name: /^View receipt/ }).click()
  await page.getByText('Matches what was paid').waitFor()
  await picture(page, 'story-7-closed')
})

step('leaves a balanced ledger and the exact balance of the receipts', async () => {
  const customer = openCustomer(product.address)
  await customer.signIn(email, pwd)
  const { ledger } = await practiceState(customer)
  expect(ledger.invariants.filter((invariant) => !invariant.holds)).toEqual([])
  const info = await customer.client.call('/api/user/getuserinfo', {})
  const [order] = await ordersOf(customer, ['closed'])
  if (order === undefined) throw new Error('no closed order found')
  expect(usdt(info.contractwallet)).toBe(usdt('600') + order.pnl - order.fees)
  expect(info.wallet).toBe('400')
})

step('causes no console errors, also in the night theme', async () => {
  await page
    .getByRole('button', { name: /night|dark/i })
    .first()
    .click()
  await picture(page, 'story-8-night')
  expect(pageErrors).toEqual([])
})
