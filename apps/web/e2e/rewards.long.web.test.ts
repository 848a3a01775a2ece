import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { desktop, openBrowser, openVisitor } from './browser.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { story } from './story.ts'
import { ownProduct } from './workerProduct.ts'

// Rewards and invitations of one customer.

let product: SteeredProduct
let browser: Browser
let member: BrowserContext
let customer: NewCustomer
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  product = await ownProduct()
  browser = await openBrowser()
  customer = await newCustomer(product.address)
  member = await openVisitor(browser, product.address, desktop, customer.token())
  page = await member.newPage()
  page.setDefaultTimeout(45_000)
  page.on('pageerror', (error) => complaints.push(error.message))
}, 90_000)
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const inaccessible = () => accessibilityViolations(page)

const step = story('rewards and invitations')

step('signs in for today once, and names why a task does not count yet', async () => {
  await page.goto('/signIn')
  await page.getByRole('button', { name: 'Sign in for today: 0.1 USDT' }).dblclick()
  await page.getByRole('status').getByText('Signed in today: 0.1 USDT').first().waitFor()
  expect((await customer.client.call('/api/user/getuserinfo', {})).wallet).toBe('0.1')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('Keep the introduction open for ten seconds first.').waitFor()
  expect(await inaccessible()).toEqual([])
})

step('shows the link, what is paid by whom and empty lists', async () => {
  await page.goto('/inviteFriends')
  await page.getByText(/register\?uid=\d+/).waitFor()
  await page.getByRole('img', { name: 'QR code of your link' }).waitFor()
  await page.getByText('No income yet').waitFor()
  await page.getByRole('tab', { name: /Level 2/ }).click()
  await page.getByText('No one has joined with your link yet').waitFor()
  const poster = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Poster (PNG)' }).click()
  expect((await poster).suggestedFilename()).toBe('glasshouse-invitation.png')
  expect(await inaccessible()).toEqual([])
})

step('shows no campaign while none is published', async () => {
  await page.goto('/campaign')
  await page.getByText('No campaign is running').waitFor()
  expect(await inaccessible()).toEqual([])
})

step('lets a customer who was invited leave the inviter permanently', async () => {
  const { uid } = await customer.client.call('/api/user/getuserinfo', {})
  const invited = await newCustomer(product.address, 0, String(uid))
  await expect
    .poll(async () => (await customer.client.list('/api/user/childList', { level: 1 })).total)
    .toBe(1)
  const context = await openVisitor(browser, product.address, desktop, invited.token())
  page = await context.newPage()
  page.setDefaultTimeout(45_000)
  await page.goto('/inviteFriends')
  await page.getByRole('button', { name: 'End what others earn of me' }).click()
  await page.getByRole('button', { name: 'Leave permanently' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect((await customer.client.list('/api/user/childList', { level: 1 })).total).toBe(0)
  expect(complaints).toEqual([])
})
