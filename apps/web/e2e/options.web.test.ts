import { usdt } from '@glasshouse/core/money/units'
import { type OptionOrder, optionOrderFromWire } from '@glasshouse/core/options/codec'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, picture } from './browser.ts'
import { confirmation } from './confirm.ts'
import { type NewCustomer, newCustomer, practiceState } from './customer.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

let page: Page
let customer: NewCustomer
let walletBefore = 0n

const stage = browserStage(sharedProduct)

beforeAll(async () => {
  customer = await newCustomer(stage.product.address, 10_000)
  page = await stage.open(desktop)
})

const box = () => page.getByRole('region', { name: 'Buy option' })
const call = () => box().getByRole('button', { name: /CALL/ })
const row = () =>
  page.getByRole('region', { name: 'Orders' }).getByRole('row').filter({ hasText: 'CALL' }).first()
const receipt = () => page.getByRole('dialog', { name: 'Receipt' })

const wallet = async (): Promise<bigint> =>
  usdt((await customer.client.call('/api/user/getuserinfo', {})).wallet)
const theOrder = async (): Promise<OptionOrder> => {
  const [order] = (await customer.client.list('/api/option/orderList', { pageNum: 1, pageSize: 20 })).rows
  if (order === undefined) throw new Error('no order found')
  return optionOrderFromWire(order)
}
const seriousProblems = () => accessibilityViolations(page)

const step = story('an option from ticket to receipt')

step('asks a visitor to sign in and redirects after two seconds', async () => {
  await page.goto('/quotes?symbol=BTCUSDT')
  await call().waitFor()
  expect(await seriousProblems()).toEqual([])
  await call().click()
  await page.getByText(/^Sign in to trade/).waitFor()
  expect(page.url()).toContain('/quotes')
  await page.waitForURL(/\/login\?next=/)
  await page.getByRole('textbox', { name: 'Email' }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.pwd)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/quotes\?symbol=BTCUSDT/)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
})

step.long('tells a customer without money where to begin, without an error', async () => {
  const fresh = await newCustomer(stage.product.address)
  const own = await stage.open(desktop, fresh.token())
  await own.goto('/quotes?symbol=BTCUSDT')
  const start = own.getByRole('link', { name: 'Deposit or transfer to start' })
  expect(await start.getAttribute('href')).toBe('/recharge')
  expect(await own.getByRole('alert').count()).toBe(0)
  expect(await own.getByText('Insufficient balance').count()).toBe(0)
})

step('shows limits before input, the error beside the field, and an accepted stake', async () => {
  await box().getByText('10–10,000, step 10').first().waitFor()
  const amount = box().getByRole('textbox', { name: 'Amount' })
  await amount.fill('14')
  await expect.poll(() => call().getAttribute('aria-disabled')).toBe('true')
  await box().getByRole('button', { name: 'Use 10' }).click()
  expect(await amount.inputValue()).toBe('10')
  await box().getByRole('radio', { name: '100', exact: true }).click()
  await box().getByRole('radio', { name: /^30 s/ }).click()
  await expect.poll(() => box().innerText()).toMatch(/Profit if you win\s+\+70\.0000/)
  expect(await box().innerText()).toMatch(/58\.83%/)
  expect(await box().innerText()).toMatch(/Expected value at 50%\s+−15\.0000/)
})

/** Toast of the result, which disappears after seconds: waited for from the last reload before it. */
let resultToast: Promise<void>

step('places an option, counts down and keeps the cooldown after a reload', async () => {
  walletBefore = await wallet()
  await call().dblclick()
  await confirmation(page).locator('[type="submit"]').dblclick()
  await page.getByText(/^CALL 100 bought at \d/).waitFor()
  // Option and cooldown end 30 s after the order: what needs them comes first.
  await stage.product.market.set('BTCUSDT', '65860.00')
  await row()
    .getByText(/^\d+ s$/)
    .first()
    .waitFor()
  await row()
    .getByTitle(/^Show order \d+ on the chart$/)
    .click()
  expect(await theOrder()).toMatchObject({
    ...{ type: 'call', stake: usdt('100'), payoutPercent: 70, outcome: null },
  })
  expect(await wallet()).toBe(walletBefore - usdt('100'))
  expect((await customer.client.list('/api/option/orderList', { ostaus: 0 })).total).toBe(1)
  await picture(page, 'options-1-running')
  await box()
    .getByText(/^Next order in \d+ s$/)
    .waitFor()
  await page.reload()
  resultToast = page
    .getByText(/^CALL on BTCUSDT(:| won) /)
    .first()
    .waitFor()
  // The next step reports it; without this it is unhandled when this step fails before.
  resultToast.catch(() => undefined)
  await box()
    .getByText(/^Next order in \d+ s$/)
    .waitFor()
  expect(await call().getAttribute('aria-disabled')).toBe('true')
  expect(await seriousProblems()).toEqual([])
})

step('shows the result and credits the payout to the wallet', async () => {
  await resultToast
  await row()
    .getByText(/^won at 70%$/)
    .waitFor()
  const settled = await theOrder()
  expect(settled.outcome).toBe('win')
  expect(await wallet()).toBe(walletBefore + settled.pnl)
  const { total } = await customer.client.list('/api/option/orderList', { ostaus: 1 })
  await expect.poll(() => page.getByRole('tab', { name: /^Settled/ }).innerText()).toContain(String(total))
  await picture(page, 'options-2-settled')
})

step('recalculates the settlement in the receipt from its tick', async () => {
  await row()
    .getByRole('button', { name: /^Show the receipt/ })
    .click()
  await receipt().getByText('Matches what was paid').waitFor()
  await receipt().getByText('Hash verified in your browser').waitFor()
  await picture(page, 'options-3-receipt')
  await receipt().getByRole('radio', { name: 'Accepted' }).click()
  await receipt().getByText('Matches the terms you accepted').waitFor()
  await receipt().getByText('Hash verified in your browser').waitFor()
  expect(await seriousProblems()).toEqual([])
  await page.keyboard.press('Escape')
  await receipt().waitFor({ state: 'hidden' })
})

step.long('shows candles for a range, also as a table', async () => {
  await page.goto('/kline?symbol=BTCUSDT')
  const chosen = (name: string) => page.getByRole('radio', { name, exact: true }).getAttribute('aria-checked')
  await page.getByRole('radio', { name: 'days', exact: true }).click()
  await page.getByRole('radio', { name: '100', exact: true }).click()
  await expect.poll(() => chosen('4h')).toBe('true')
  await page.getByRole('radio', { name: '5m', exact: true }).click()
  await expect.poll(() => chosen('100')).toBe('false')
  await page.getByRole('button', { name: 'Read as a table' }).click()
  await page
    .getByRole('table', { name: /^Candles of BTCUSDT/ })
    .getByRole('row')
    .nth(5)
    .waitFor()
  expect(await seriousProblems()).toEqual([])
  await page.getByRole('button', { name: 'Read as a table' }).click()
})

step.long('saves a drawing for its user on every chart of the market', async () => {
  const { pid } = await theOrder()
  const savedDrawings = async () => (await customer.client.call('/api/user/drawings', { pid })).value
  const chart = await page.getByRole('group', { name: 'Chart of BTCUSDT' }).boundingBox()
  if (chart === null) throw new Error('chart not found')
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  await page.mouse.move(chart.x + 300, chart.y + 200)
  await page.mouse.click(chart.x + 300, chart.y + 200)
  await page.getByRole('textbox', { name: 'Write a note' }).fill('watch this')
  await page.keyboard.press('Enter')
  await expect.poll(savedDrawings).toContain('"text":"watch this"')
  await page.goto('/contract?symbol=BTCUSDT')
  await page.getByRole('button', { name: 'Remove all drawings' }).click()
  await expect.poll(savedDrawings).toContain('"drawings":[]')
})

step('leaves a balanced ledger and no errors on the page', async () => {
  const { ledger } = await practiceState(customer)
  expect(ledger.invariants.filter((invariant) => !invariant.holds)).toEqual([])
  expect(stage.pageErrors).toEqual([])
})
