import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { desktop, openBrowser, openVisitor } from './browser.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { settled } from './settled.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { story } from './story.ts'
import { ownProduct } from './workerProduct.ts'

// One investment from its terms to the money back, with the practice calendar moved by whole days.

const withdrawPassword = 'Withdraw1'
const dayMs = 86_400_000
const phone = { width: 390, height: 844, theme: 'night', language: 'en', touch: true } as const

let product: SteeredProduct
let browser: Browser
let visitor: BrowserContext
let member: BrowserContext
let customer: NewCustomer
let page: Page
const complaints: string[] = []

const open = async (context: BrowserContext): Promise<Page> => {
  const opened = await context.newPage()
  opened.setDefaultTimeout(45_000)
  opened.on('pageerror', (error) => complaints.push(error.message))
  return opened
}

beforeAll(async () => {
  product = await ownProduct()
  browser = await openBrowser()
  customer = await newCustomer(product.address, 10_000)
  await customer.client.call('/api/user/noticeRead', { all: 1 })
  await toNoon()
  visitor = await openVisitor(browser, product.address, desktop)
  member = await openVisitor(browser, product.address, desktop, customer.token())
  page = await open(visitor)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const inaccessible = () => accessibilityViolations(page)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const amount = () => page.getByRole('textbox', { name: 'Amount' })
const dialog = () => page.getByRole('dialog')
const bell = (name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })
const error = () => page.getByRole('alert')
const main = () => page.locator('main').innerText()
const longTimeout = { timeout: 45_000 }
const shows = (text: string | RegExp) => expect.poll(main, longTimeout).toMatch(text)

const productId = async (name: string): Promise<number> => {
  const { rows } = await customer.client.list('/api/invest/productlist', { pageSize: 100 })
  const row = rows.find((known) => known.name === name)
  if (row === undefined) throw new Error(`no product ${name}`)
  return row.id
}
const orders = async () => (await customer.client.list('/api/invest/myFinancial', { pageSize: 100 })).rows
const wallet = async (): Promise<Usdt> =>
  usdt((await customer.client.call('/api/user/getuserinfo', {})).wallet)
/** Moves the calendar over some midnights. */
const pass = (days: number) =>
  customer.client.call('/api/practice/clock', { advanceMs: days * dayMs }).then(() => undefined)

/** Moves the calendar to the next noon, so that no midnight passes by itself during the test. */
const toNoon = async (): Promise<void> => {
  const { now } = await customer.client.call('/api/practice/clock', { advanceMs: 0 })
  await customer.client.call('/api/practice/clock', {
    advanceMs: startOfNextDay(now) + dayMs / 2 - now,
  })
}

const step = story('an investment from its terms to the money back')

step('shows a visitor the terms, the three yearly figures and the source of the interest', async () => {
  await page.goto('/project')
  await page.getByRole('link', { name: /Sample fixed/ }).click()
  await page.getByRole('heading', { name: /^Sample fixed/ }).waitFor()
  await shows(/Simple, 360 days\s+5\.65%\s+APR, 365 days\s+5\.73%\s+APY, compounded\s+5\.90%/)
  await shows(/Where the interest comes from\s+\S+/)
  expect(await inaccessible()).toEqual([])
  expect(await page.getByRole('link', { name: 'Sign in to invest' }).getAttribute('href')).toMatch(/^\/login/)
})

step('filters by kind and calls a product sold out only when it is', async () => {
  await button('Sold out').click()
  await expect.poll(() => page.getByRole('list').first().innerText(), longTimeout).toMatch(/Sample sold out/)
  await shows('All interest set aside is promised.')
  await button('Copy trading').click()
  await page.getByRole('link', { name: /Copy sample lead 1/ }).waitFor()
})

step('names what stops an amount and offers one that is accepted', async () => {
  page = await open(member)
  await page.goto(`/details?id=${await productId('Sample fixed')}`)
  await page.getByRole('link', { name: 'Set withdrawal password' }).waitFor()
  await customer.client.call('/api/user/withdrawPwd', { newpwd: withdrawPassword })
  await page.reload()
  await amount().fill('150')
  await error().getByText('Enter a multiple of 100.').waitFor()
  await amount().fill('5,100')
  await error().getByText('100.0000 USDT missing in the main wallet.').waitFor()
  await amount().fill('1.000')
  await button('Use 1,000').click()
  await button('Invest 1,000 USDT').waitFor()
  expect(await inaccessible()).toEqual([])
})

step('previews every figure by the rules and buys with the withdrawal password', async () => {
  await amount().fill('2,700')
  await shows(/Interest in all\s+\+2\.9700/)
  await shows('0.42428571 a day, 0.42428574 on the last day')
  await button('Invest 2,700 USDT').click()
  await dialog().getByText('After 3 days: accrued 1.27285713, fee 1.27285713').waitFor()
  const buy = dialog().getByRole('button', { name: 'Invest 2,700 USDT' })
  await buy.click()
  await error().getByText('Enter your withdrawal password.').waitFor()
  await dialog().getByRole('textbox', { name: 'Withdrawal password' }).fill('Wrong1234')
  await buy.click()
  await expect.poll(() => error().innerText(), longTimeout).not.toMatch(/Enter your/)
  expect(await orders()).toEqual([])
  expect(await inaccessible()).toEqual([])
  await dialog().getByRole('textbox', { name: 'Withdrawal password' }).fill(withdrawPassword)
  await buy.dblclick()
  await dialog().waitFor({ state: 'hidden' })
  expect((await orders()).map(({ buymoney, state }) => [buymoney, state])).toEqual([['2700', 'running']])
  expect(await wallet()).toBe(usdt('2300'))
})

step('shows the order with every day still to come', async () => {
  await page.goto('/history')
  await shows(/Sample fixed\s+Fixed · 0\.11%, 7 days/)
  await shows('7 of 7 accruals left')
  await shows('0 + 2.97000000 = 2.97')
  await page.getByRole('row', { name: /0\.42428571 To come/ }).waitFor()
})

step('adds the accruals of two midnights up to the digit', async () => {
  await pass(2)
  await page.reload()
  await shows('0.84857142 + 2.12142858 = 2.97')
  await shows('5 of 7 accruals left')
  await shows(/Earned by running orders\s+\+0\.8485\s+Yesterday\s+\+0\.4242/)
  const [order] = await orders()
  const { rows } = await customer.client.list('/api/invest/financialDetail', { refid: order?.id ?? 0 })
  const sum = rows.reduce((all, { profit }) => all + usdt(profit), 0n)
  expect(sum).toBe(usdt(order?.profit ?? '0'))
  const summary = await customer.client.call('/api/invest/summary', {})
  expect([summary.principal, summary.accrued, summary.yesterday]).toEqual([
    order?.buymoney,
    order?.profit,
    order?.lastProfit,
  ])
  expect(await wallet()).toBe(usdt('2300.84857142'))
  expect(await inaccessible()).toEqual([])
})

step('shows today’s earnings on the assets and never sells a product on the withdraw page', async () => {
  await page.goto('/assets')
  await page.getByRole('link', { name: /Today’s earnings\s+\+0\.4242/ }).waitFor()
  await page.goto('/withdraw')
  await shows('No fee and no daily limit while an investment made with your own money is running')
  const sold = page.locator('main').getByRole('link', { name: /Sample|Invest/ })
  expect(await sold.count()).toBe(0)
})

step('redeems with the calculation, the deadline and what is given up', async () => {
  const [order] = await orders()
  await page.goto(`/order?id=${order?.id}`)
  await button('Redeem early').click()
  for (const text of ['2,699.15142858', '2,700.00000000', /Settled at 00:00 UTC\+1, in \d+ h \d+ min/])
    await dialog().getByText(text).first().waitFor()
  await dialog().getByText('If you keep the order, 2.1214 USDT more accrues').waitFor()
  expect(await inaccessible()).toEqual([])
  await dialog().getByRole('button', { name: 'Redeem 2,700 USDT' }).click()
  await dialog().waitFor({ state: 'hidden' })
  await shows('Redeeming')
  await page.goto('/history')
  await shows(/Sample fixed, redeemed early\s+2,699\.1514/)
})

step('has all money back after the next midnight, to the digit, and is told so at once', async () => {
  await bell('Notifications, 2 unread').waitFor()
  await pass(1)
  await bell('Notifications, 3 unread').waitFor()
  await page.goto('/history?tab=finished')
  await shows('Redeemed')
  await shows(/Fee taken\s+0\.84857142 USDT\s+Paid at the end\s+2,699\.15142858 USDT/)
  expect(await wallet()).toBe(usdt('5000'))
})

step('reads the inbox from the keyboard, one by one and all at once', async () => {
  await bell('Notifications, 3 unread').focus()
  await page.keyboard.press('Enter')
  await dialog().getByRole('listitem').nth(2).waitFor()
  expect(await dialog().getByRole('link').allInnerTexts()).toEqual([
    expect.stringMatching(
      /is redeemed\s+Order \d+ \(Sample fixed\) was redeemed early\. 2,699\.15142858 USDT were/,
    ),
    expect.stringMatching(/first interest\s+Order \d+ earned its first interest: 0\.42428571 USDT for/),
    expect.stringMatching(/is bought\s+2,700 USDT for 7 days\./),
    expect.stringMatching(/Deposit credited\s+10,000 USDT/),
    'Show all',
  ])
  expect(await inaccessible()).toEqual([])
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await dialog()
    .getByRole('button', { name: /^Mark as read: .* is redeemed$/ })
    .click()
  await bell('Notifications, 2 unread').waitFor()
  await dialog()
    .getByRole('link', { name: /first interest/ })
    .click()
  await dialog().waitFor({ state: 'hidden' })
  await bell('Notifications, 1 unread').waitFor()
  expect(page.url()).toMatch(/\/revenueRecord\?id=\d+$/)
  await page.goto('/notices?tab=invest')
  await shows('1 unread')
  await button('Mark all read').click()
  await shows('All read')
  await bell('Notifications').waitFor()
  await page.getByRole('tab', { name: 'Trading' }).click()
  await page.getByText('No notifications').waitFor()
  expect(await inaccessible()).toEqual([])
})

step('says that a product is sold out and answers unknown numbers', async () => {
  await page.goto(`/details?id=${await productId('Sample sold out')}`)
  await shows('Sold out: the reserve covers no further order.')
  await page.goto('/details?id=999999')
  await page.getByText('This product doesn’t exist').waitFor()
  await page.goto('/order?id=999999')
  await page.getByText('No such order').waitFor()
})

step('marks figures as old while they cannot be fetched', async () => {
  await page.goto('/history')
  await settled(page)
  const stale = page.getByText('Not up to date. Reconnecting…')
  const calls = /\/api\/invest\//
  const change = () =>
    customer.client.call('/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '1' })
  await page.route(calls, (route) => route.abort())
  await change()
  await stale.first().waitFor()
  await page.unroute(calls)
  await change()
  await expect.poll(() => stale.count(), longTimeout).toBe(0)
})

step('lets topics be switched, shows a chosen one as a toast, and keeps required ones on', async () => {
  await page.goto('/notices')
  await page.locator('main').getByRole('link', { name: 'Settings' }).click()
  const topic = (name: string) => page.getByRole('group', { name, exact: true })
  const channel = (name: string, of: string) => topic(of).getByRole('switch', { name })
  await expect.poll(() => channel('Inbox', 'Withdrawals').isDisabled(), longTimeout).toBe(true)
  expect(await channel('E-mail', 'Withdrawals').getAttribute('aria-checked')).toBe('true')
  await channel('Pop-up', 'Deposits').click()
  await channel('Inbox', 'Community').click()
  await expect.poll(() => channel('Pop-up', 'Community').isDisabled(), longTimeout).toBe(true)
  await page.reload()
  await expect
    .poll(() => channel('Pop-up', 'Deposits').getAttribute('aria-checked'), longTimeout)
    .toBe('true')
  expect(await channel('Inbox', 'Community').getAttribute('aria-checked')).toBe('false')
  expect(await inaccessible()).toEqual([])
  const gateway = await customer.client.call('/api/pay/pay', { action: 'sandbox', money: '100' })
  await fetch(new URL(String(gateway), product.address), { method: 'POST' })
  await page.getByText('Deposit credited').first().waitFor()
})

step('sets a price alert beside the market, lists it and takes it away', async () => {
  await page.goto('/contract?symbol=BTCUSDT')
  await button('Price alert for BTCUSDT').click()
  await dialog().getByRole('textbox', { name: 'Price' }).fill('9000000')
  await dialog().getByText('At or above 9,000,000 USDT').waitFor()
  await dialog().getByRole('button', { name: 'Set alert' }).click()
  await dialog()
    .getByRole('button', { name: /^Remove alert: BTCUSDT/ })
    .waitFor()
  expect(await inaccessible()).toEqual([])
  await page.goto('/notices')
  await button(/^Remove alert: BTCUSDT At or above 9,000,000 USDT/).click()
  await page.getByText('No open alerts').waitFor()
  expect(await inaccessible()).toEqual([])
})

step('sets an alert on the change of a day, which this browser shows outside a hidden page', async () => {
  await member.grantPermissions(['notifications'], { origin: product.address })
  await page.goto('/contract?symbol=BTCUSDT')
  await button('Price alert for BTCUSDT').click()
  await dialog().getByRole('radio', { name: 'Rise' }).click()
  await dialog().getByRole('textbox', { name: 'Change in 24 hours' }).fill('0.001')
  await error().getByText('Enter 0.01 to 1,000 with at most 2 decimals.').waitFor()
  await dialog().getByRole('textbox', { name: 'Change in 24 hours' }).fill('900')
  await dialog().getByText('Rises 900% in 24 hours').waitFor()
  await dialog().getByRole('button', { name: 'Set alert' }).click()
  await dialog().getByRole('button', { name: 'Remove alert: BTCUSDT Rises 900% in 24 hours' }).click()
  expect(await inaccessible()).toEqual([])
  // Without a press nothing was asked for or registered.
  const workers = () => page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')
  expect(await workers()).toBe(0)
  await dialog().getByRole('switch', { name: 'Browser notifications' }).click()
  await expect.poll(workers, longTimeout).toBe(1)
  const shown = () =>
    page.evaluate(`navigator.serviceWorker.getRegistration('/')
      .then((registration) => registration.getNotifications())
      .then((all) => all.map(({ title }) => title))`)
  const deposit = async () => {
    const gateway = await customer.client.call('/api/pay/pay', { action: 'sandbox', money: '100' })
    await fetch(new URL(String(gateway), product.address), { method: 'POST' })
  }
  await page.keyboard.press('Escape')
  await deposit()
  await page.getByText('Deposit credited').first().waitFor()
  expect(await shown()).toEqual([])
  await page.evaluate('document.hasFocus = () => false')
  await deposit()
  await expect.poll(shown, longTimeout).toEqual(['Deposit credited'])
})

step('shows the same on a phone', async () => {
  const small = await openVisitor(browser, product.address, phone, customer.token())
  page = await open(small)
  await page.goto('/m/project')
  await page.getByRole('link', { name: /Sample fixed/ }).click()
  await amount().fill('500')
  await button('Invest 500 USDT').waitFor()
  expect(await inaccessible()).toEqual([])
  await page.goto('/m/history?tab=finished')
  await page.getByRole('link', { name: /Sample fixed/ }).click()
  await shows(/Paid at the end\s+2,699\.15142858 USDT/)
  expect(await inaccessible()).toEqual([])
  await page.goto('/m/mine')
  await button('Notifications').click()
  await page.getByRole('link', { name: /Sample fixed: order \d+ is redeemed/ }).waitFor()
  expect(await inaccessible()).toEqual([])
})

step('causes no errors on the page', () => {
  expect(complaints).toEqual([])
})
