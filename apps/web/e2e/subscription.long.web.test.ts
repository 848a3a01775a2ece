import { dayOf } from '@glasshouse/core/calendar/days'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { desktop, failurePicture, openBrowser, openVisitor } from './browser.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { enterConsole, openStaff } from './staff.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { story } from './story.ts'
import { ownProduct } from './workerProduct.ts'

// One issue from the console to the delivered coins: saved, funded, applied for, closed, drawn, approved, paid.

const dayMs = 86_400_000
/** The head of the draw is of a later minute than the close. */
const headTimeout = { timeout: 150_000 }

let product: SteeredProduct
let browser: Browser
let customer: NewCustomer
let page: Page
let staff: Page
let issue = 0

const open = async (token: string | null): Promise<Page> => {
  const opened = await (await openVisitor(browser, product.address, desktop, token)).newPage()
  opened.setDefaultTimeout(45_000)
  return opened
}

beforeAll(async () => {
  product = await ownProduct()
  browser = await openBrowser()
  customer = await newCustomer(product.address, 1000)
  // 600 coins at the market price of 72.30 are worth more than one manager moves alone; two raise the limit.
  for (const who of ['manager', 'second'] as const) {
    const manager = await openStaff(product.address, who)
    await manager.call('/staff/api/configSet', { key: 'fund_second_approval_above', value: '100000' })
  }
  page = await open(customer.token())
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await failurePicture(page, 'subscription-failed')
  await failurePicture(staff, 'subscription-console-failed')
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const main = (where: Page) => where.locator('main').innerText()
const shows = (text: string | RegExp) => expect.poll(() => main(page), { timeout: 45_000 }).toMatch(text)
const now = async () => (await customer.client.call('/api/practice/clock', { advanceMs: 0 })).now
/** Minute of the calendar at UTC+1 as a field of date and time takes it. */
const minuteText = (ms: number) => new Date(ms + 3_600_000).toISOString().slice(0, 16)

/** Signs the manager in. The calendar ends sessions of staff, so after each move again. */
const openConsole = async (): Promise<void> => {
  await staff?.context().close()
  staff = await open(null)
  await enterConsole(staff, 'manager')
}
const openIssues = async (): Promise<void> => {
  await staff.goto('/console/products')
  await staff.getByRole('tab', { name: 'New coins' }).click()
}

const step = story('an issue from the console to the delivered coins')

step('is saved by a manager as a draft that needs its coins', async () => {
  await openConsole()
  await openIssues()
  await staff.getByRole('button', { name: 'Add an issue' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Market').selectOption({ label: 'Litecoin' })
  const fields = {
    'Issue price': '2.5',
    'Coins offered': '600',
    'Largest application': '500',
    Opens: minuteText((await now()) - dayMs),
    Closes: minuteText((await now()) + dayMs),
    'Last day to pay': minuteText((await now()) + 6 * dayMs).slice(0, 10),
    'Risk sheet': 'Coins can lose their whole value.',
  }
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await staff.getByText(/Issue \d+ is saved: draft, needs its coins/).waitFor()
  expect(await accessibilityViolations(staff)).toEqual([])
})

step('opens by itself once its coins are in the reserve', async () => {
  await staff.goto('/console/reserves')
  const reserve = staff.getByRole('region', { name: /^Issue \d+: LTC$/ }).filter({ hasText: 'LTC' })
  issue = Number.parseInt(/Issue (\d+)/.exec(await reserve.innerText())?.[1] ?? '', 10)
  await reserve.getByRole('button').click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('600')
  await dialog.getByLabel('Why').fill('Coins of the issue.')
  await dialog.getByLabel(`Type subscription:${issue}`).fill(`subscription:${issue}`)
  await dialog.getByRole('button', { name: 'Deposit capital' }).click()
  await page.goto(`/subscription?id=${issue}`)
  await shows(/LTC \d+\s+Open/)
  await openIssues()
  await staff.getByRole('row').filter({ hasText: 'Litecoin' }).getByText('open', { exact: true }).waitFor()
})

step('takes an application, and closes to the instant', async () => {
  await page.getByRole('textbox', { name: 'Amount' }).fill('120')
  await page.getByText('I have read the risk sheet').click()
  await page.getByRole('button', { name: 'Apply for 120 LTC' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply for 120 LTC' }).click()
  await shows(/Your application\s+Confirming/)
  await customer.client.call('/api/practice/clock', { advanceMs: 2 * dayMs })
  await shows(/LTC \d+\s+Being allotted/)
})

step('is allotted by the computation that a manager approves', async () => {
  await openConsole()
  await staff.goto('/console/queue')
  await expect
    .poll(async () => {
      await staff.goto(`/console/queue/subscription/${issue}`)
      const item = staff.locator('section[aria-label="Item"]:not([aria-busy="true"])')
      return item.innerText()
    }, headTimeout)
    .toMatch(/no customer/)
  const decision = staff.getByRole('region', { name: 'Decision' })
  await decision.getByText('No one chooses who gets what.', { exact: false }).waitFor()
  expect(await accessibilityViolations(staff)).toEqual([])
  await decision.getByRole('button', { name: /In order/ }).click()
  await decision.getByRole('button', { name: /Approve/ }).click()
  await shows(/Your application\s+To pay/)
})

step('can only get a later last day to pay', async () => {
  await openIssues()
  await staff.getByRole('button', { name: `Change issue ${issue}` }).click()
  const dialog = staff.getByRole('dialog')
  // Nothing but the field of a day.
  expect(await dialog.locator('input, textarea, select').count()).toBe(1)
  const later = (await now()) + 9 * dayMs
  await dialog.getByLabel('Last day to pay').fill(minuteText(later).slice(0, 10))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await staff.getByText(`Issue ${issue} is saved: paying`).waitFor()
  const issues = await customer.client.call('/api/product/productList', {})
  expect(issues.find(({ id }) => id === issue)?.finaltime).toBe(dayOf(later))
})

step('delivers the coins the moment they are paid', async () => {
  await page.getByRole('button', { name: 'Pay 300.0000' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/the market is .* dearer/).waitFor()
  await dialog.getByRole('button', { name: 'Pay 300.0000' }).click()
  await shows(/Your application\s+Completed/)
  const { contractwallet } = await customer.client.call('/api/user/getuserinfo', {})
  expect(contractwallet).toBe('200')
  await page.getByRole('link', { name: 'To the coin wallet' }).click()
  await shows(/Litecoin\s+120/)
  await page.goto('/journal?type=2')
  await page.getByTitle('View receipt').first().click()
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  await receipt.getByText('Matches what you paid').waitFor()
  await receipt.getByText('300.0000').waitFor()
})
