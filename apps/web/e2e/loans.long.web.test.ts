import type { Client } from '@glasshouse/client/http'
import { dayOf, startOfNextDay } from '@glasshouse/core/calendar/days'
import { loanDueMs } from '@glasshouse/core/loans/rules'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { appCode, stepNow } from './appCode.ts'
import { desktop, failurePicture, openBrowser, openVisitor } from './browser.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { openStaff } from './staff.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { story } from './story.ts'
import { ownProduct } from './workerProduct.ts'

// An identity that is rejected and then approved, a loan against a running order to its repayment, and the document
// number that is asked for when a second factor is lost.

const dayMs = 86_400_000
const withdrawPassword = 'Withdraw1'
const phone = { width: 390, height: 844, theme: 'night', language: 'en', touch: true } as const

let product: SteeredProduct
let browser: Browser
let member: BrowserContext
let customer: NewCustomer
let manager: Client
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
  // Before staff sign in, because the calendar ends their sessions.
  await toNoon()
  manager = await openStaff(product.address, 'manager')
  member = await openVisitor(browser, product.address, desktop, customer.token())
  page = await open(member)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failurePicture(page, 'loans-failed')
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

/** Moves the calendar to the next noon, so that no midnight passes by itself during the test. */
const toNoon = async (): Promise<void> => {
  const { now } = await customer.client.call('/api/practice/clock', { advanceMs: 0 })
  await customer.client.call('/api/practice/clock', { advanceMs: startOfNextDay(now) + dayMs / 2 - now })
}
const inaccessible = () => accessibilityViolations(page)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name })
const dialog = () => page.getByRole('dialog')
const error = () => page.getByRole('alert')
const plot = (figures: RegExp) => page.getByRole('img', { name: figures })
const longTimeout = { timeout: 45_000 }
const shows = (text: string | RegExp) =>
  expect.poll(() => page.locator('main').innerText(), longTimeout).toMatch(text)
const wallet = async (): Promise<Usdt> =>
  usdt((await customer.client.call('/api/user/getuserinfo', {})).wallet)

/** Number of my item that waits for staff. */
const waiting = async (kind: 'kyc' | 'loan'): Promise<number> => {
  const { uid } = await customer.client.call('/api/user/getuserinfo', {})
  const { rows } = await manager.list('/staff/api/reviewList', { kind, status: 0 })
  return rows.find((row) => row.uid === uid)?.id ?? 0
}
const choose = async (side: 'Front' | 'Back', colour: string): Promise<void> => {
  const image = sharp({ create: { width: 86, height: 54, channels: 3, background: colour } })
  const buffer = await image.png().toBuffer()
  const file = { name: 'document.png', mimeType: 'image/png', buffer }
  await page.locator(`input[type=file][aria-label=${side}]`).setInputFiles(file)
  await page.getByRole('img', { name: side }).last().waitFor()
}

const step = story('an identity check, a loan and its repayment')

step('names what is missing and hands in an identity', async () => {
  await page.goto('/authentication')
  await shows('Not verified')
  await button('Submit').click()
  await error().getByText('Enter the name on your document.').waitFor()
  await field('Name on the document').fill('Ada Example')
  await field('Document number').fill('L01-X00 T47')
  await choose('Front', '#cfe8ef')
  await error().getByText('Add a picture of the back.').waitFor()
  await choose('Back', '#efe0cf')
  await expect.poll(() => error().count(), longTimeout).toBe(0)
  expect(await inaccessible()).toEqual([])
  await button('Submit').click()
  await shows(/In review\s+We decide by /)
  await shows('Our staff have not viewed it yet.')
})

step(
  'shows a rejection with its reason and who looked, and keeps the pictures for a correction',
  async () => {
    const id = await waiting('kyc')
    const item = await manager.call('/staff/api/reviewItem', { kind: 'kyc', id })
    expect(item.duplicate).toBe(false)
    const remark = 'The number on the picture is another one.'
    await manager.call('/staff/api/reviewDecide', {
      kind: 'kyc',
      id,
      decision: 'reject',
      reason: 'mismatch',
      remark,
    })
    await page.reload()
    await shows(
      /Rejected\s+The details do not match the document\.\s+The number on the picture is another one\./,
    )
    await shows(/Who has viewed it\s+Manager/)
    const pictures = page.locator('form').getByRole('img')
    await expect.poll(() => pictures.count(), longTimeout).toBe(2)
    for (const image of await pictures.all())
      expect(await image.evaluate((shown: { naturalWidth: number }) => shown.naturalWidth)).toBe(86)
    await button('Submit').click()
    await error().getByText('Nothing has changed.').waitFor()
    await field('Document number').fill('L01-X00 T48')
    await button('Submit').click()
    await shows('In review')
    await manager.call('/staff/api/reviewDecide', {
      kind: 'kyc',
      id: await waiting('kyc'),
      decision: 'approve',
    })
    await page.reload()
    await shows(/Verified\s+Nothing more to do\./)
    expect(await page.locator('form').count()).toBe(0)
    expect(await inaccessible()).toEqual([])
  },
)

step('offers nothing without an order, and half of its value with one', async () => {
  await page.goto('/loan')
  await shows('A loan starts at 100 USDT.')
  await customer.client.call('/api/user/withdrawPwd', { newpwd: withdrawPassword })
  const { rows } = await customer.client.list('/api/invest/productlist', { pageSize: 100 })
  const sample = rows.find(({ name }) => name === 'Sample fixed')
  const order = { typeid: sample?.id ?? 0, interesttype: 1 as const, withdrawpsd: withdrawPassword }
  await customer.client.call('/api/invest/buy', { ...order, money: '1000' })
  const retesid = sample?.reteList[0]?.id ?? 0
  await customer.client.call('/api/invest/buy2', { ...order, money: '3300', basicrate: 2, retesid })
  await page.reload()
  await shows(/You can borrow\s+1,650 USDT/)
  await shows(/Loan to value\s+50%/)
  await shows(/Ends before the due day: does not count\s+0 USDT/)
  await page.getByRole('radio', { name: '7 days' }).click()
  await shows(/You can borrow\s+2,150 USDT/)
  await page.getByRole('radio', { name: '30 days' }).click()
  await shows(/You can borrow\s+1,650 USDT/)
})

step('states the dates by the calendar of the server, which was moved', async () => {
  const stated = (id: string) => page.locator(`[data-step=${id}] time`).getAttribute('datetime')
  const paidOn = async () => dayOf(Date.parse((await stated('paid')) ?? ''))
  const { now } = await customer.client.call('/api/practice/clock', { advanceMs: 0 })
  expect(await paidOn()).toBe(dayOf(now))
  expect(await stated('due')).toBe(new Date(loanDueMs(now, 30)).toISOString())
})

step('shows the cost in money and the loan to value of an amount before it is asked for', async () => {
  await field('Amount').fill('1505')
  await error().getByText('Enter 100 to 1,650 USDT in steps of 10.').waitFor()
  await field('Amount').fill('1500')
  await shows(/Interest a day\s+0\.75 USDT\s+Interest for 30 days\s+22\.5 USDT\s+To pay back\s+1,522\.5 USDT/)
  await shows(/Loan to value\s+45\.46%/)
  // 1500 and 30 days of 0.75 are 46.14 % of 3300.
  await plot(/45\.46% on .*, 46\.14% on /).waitFor()
  expect(await inaccessible()).toEqual([])
  await button('Continue').click()
  for (const text of ['1,522.5 USDT', 'We warn you when what you owe reaches 65% of their value.'])
    await dialog().getByText(text).first().waitFor()
  expect(await inaccessible()).toEqual([])
  await dialog().getByRole('button', { name: 'Apply' }).dblclick()
  await dialog().waitFor({ state: 'hidden' })
  await shows('Nothing is pledged and no interest is charged yet.')
  expect(await wallet()).toBe(usdt('700'))
})

step('pays an approved loan out and shows what is owed and pledged', async () => {
  await manager.call('/staff/api/reviewDecide', {
    kind: 'loan',
    id: await waiting('loan'),
    decision: 'approve',
  })
  expect(await wallet()).toBe(usdt('2200'))
  await page.reload()
  await shows(/1,500 USDT\s+Running/)
  await shows(/Principal owed\s+1,500 USDT\s+Interest owed\s+0\.75 USDT\s+You owe\s+1,500\.75 USDT/)
  await shows(/Loan to value\s+45\.48%/)
  await shows(/Pledged orders\s+Sample fixed/)
  await plot(/45\.48% on .*, 46\.14% on /).waitFor()
  expect(await inaccessible()).toEqual([])
})

step('repays a part, interest first, and then everything, which frees the order', async () => {
  await field('Amount to repay').fill('500.75')
  await button('Repay').click()
  await shows(/Principal owed\s+1,000 USDT\s+Interest owed\s+0 USDT/)
  await shows(/Loan to value\s+30\.31%/)
  await button('All: 1,000').click()
  await button('Repay').click()
  await shows(/Earlier loans\s+1,500 USDT\s+Repaid\s+Paid back 1,500\.75 USDT/)
  await shows(/You can borrow\s+1,650 USDT/)
  expect(await wallet()).toBe(usdt('699.25'))
})

step('shows the same on a phone', async () => {
  page = await open(await openVisitor(browser, product.address, phone, customer.token()))
  await page.goto('/m/loan')
  await shows(/You can borrow\s+1,650 USDT/)
  expect(await inaccessible()).toEqual([])
  await page.goto('/m/authentication')
  await shows('Verified')
  expect(await inaccessible()).toEqual([])
})

step('asks for the document number where the second factor is lost', async () => {
  const { client, email, pwd } = customer
  const { secret = '' } = await client.call('/api/user/totp', { action: 'start' })
  await client.call('/api/user/totp', { action: 'confirm', code: appCode(secret, stepNow()) })
  page = await open(await openVisitor(browser, product.address, desktop))
  await page.goto('/lostFactor')
  await field('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(pwd)
  const mails = () => client.call('/api/practice/outbox', { to: email })
  const codes = async () => (await mails()).flatMap(({ code }) => (code ? [code] : []))
  const known = await codes()
  await button('Send code').click()
  await expect.poll(codes, longTimeout).not.toEqual(known)
  await field('Verification code').fill((await codes())[0] ?? '')
  await button('Request removal').click()
  await field('Document number of your identity check').fill('l01x00t48')
  expect(await inaccessible()).toEqual([])
  await button('Request removal').click()
  await page.getByText(/Two-factor authentication is removed on /).waitFor()
})

step('causes no errors on the page', () => {
  expect(complaints).toEqual([])
})
