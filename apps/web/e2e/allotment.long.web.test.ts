import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { desktop, openBrowser, openVisitor } from './browser.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { story } from './story.ts'
import { type SharedProduct, sharedProduct } from './workerProduct.ts'

// The sample issues: an allotment that a visitor computes again, and an application that is made and withdrawn.

let product: SharedProduct
let browser: Browser
let customer: NewCustomer
let page: Page
const complaints: string[] = []

const open = async (token: string | null): Promise<Page> => {
  const opened = await (await openVisitor(browser, product.address, desktop, token)).newPage()
  opened.setDefaultTimeout(45_000)
  opened.on('pageerror', (error) => complaints.push(error.message))
  return opened
}

beforeAll(async () => {
  product = await sharedProduct()
  browser = await openBrowser()
  customer = await newCustomer(product.address, 1000)
  page = await open(null)
})
afterAll(async () => {
  await browser?.close()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const shows = (text: string | RegExp) =>
  expect.poll(() => page.locator('main').innerText(), { timeout: 45_000 }).toMatch(text)
const application = async () => {
  const query = { orderByColumn: 'ctime', isAsc: 'desc', pageNum: 1, pageSize: 10 } as const
  return (await customer.client.list('/api/subscription/mySubscription', query)).rows[0]
}

const step = story('an allotment computed again, and an application made and withdrawn')

step('lets a visitor repeat the allotment of an issue from its signed head', async () => {
  await page.goto('/subscription')
  await page.getByRole('link', { name: 'Details of LINK 3' }).click()
  await shows(/600 offered, 870 applied for in 3 applications, step 10/)
  await button('Recompute here').click()
  await shows('Computed here from 3 applications: the same. The head is in the signed heads of its minute.')
  expect(await page.getByRole('link', { name: 'Save the table' }).getAttribute('download')).toBe(
    'allotment-3.json',
  )
  expect(await accessibilityViolations(page)).toEqual([])
})

step('takes an application without money, names its cost and holds nothing', async () => {
  page = await open(customer.token())
  await page.goto('/subscription?id=4')
  await page.getByRole('textbox', { name: 'Amount' }).fill('105')
  await page.getByText('Enter 50 to 12,000 in steps of 10.').waitFor()
  await page.getByRole('textbox', { name: 'Amount' }).fill('100')
  await shows(/To pay if all is allotted\s+40\.0000 USDT/)
  await page.getByText('I have read the risk sheet').click()
  await button('Apply for 100 ADA').click()
  await dialog().getByRole('button', { name: 'Apply for 100 ADA' }).click()
  await shows(/Your application\s+Confirming/)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(await application()).toMatchObject({ asked: '100', money: '40', realprice: '0', status: 1 })
  const { contractwallet } = await customer.client.call('/api/user/getuserinfo', {})
  expect(contractwallet).toBe('500')
})

step('shows the issue beside the chart of its market, which cannot be changed there', async () => {
  await page.goto('/contract?type=ipo&symbol=ADAUSDT')
  await shows(/issue: market fixed/)
  await shows(/Your application\s+Confirming/)
  expect(await page.getByRole('link', { name: 'Trade ADA contracts' }).getAttribute('href')).toBe(
    '/contract?symbol=ADAUSDT',
  )
})

step('withdraws it at no cost', async () => {
  await page.goto('/subscription')
  await button('Withdraw application').click()
  await dialog().getByRole('button', { name: 'Withdraw application' }).click()
  await shows(/Cancelled[\s\S]*You withdrew it\./)
  await button('Download CSV').click()
  await dialog().getByRole('button', { name: 'Create statement' }).click()
  const url = await dialog().getByRole('link', { name: 'Download statement' }).getAttribute('href')
  const csv = await (await fetch(new URL(url ?? '', product.address))).text()
  expect(csv).toMatch(/ADAUSDT,cancelled,withdrawn,0\.4,100,,0,/)
  expect(await application()).toMatchObject({ status: 4, reason: 'withdrawn' })
  expect(complaints).toEqual([])
})
