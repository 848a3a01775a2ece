import type { Client } from '@glasshouse/client/http'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import { desktop, openBrowser, openVisitor, picture } from './browser.ts'
import { confirmIdentity } from './confirmIdentity.ts'
import { newCustomer } from './customer.ts'
import { openStaff } from './staff.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { story } from './story.ts'
import { ownProduct } from './workerProduct.ts'

// Deposits and withdrawals of a new customer, with the decisions of staff.

const withdrawPassword = 'Withdraw1'

let product: SteeredProduct
let browser: Browser
let visitor: BrowserContext
let page: Page
let manager: Client
let email: string
let password: string
const complaints: string[] = []

beforeAll(async () => {
  product = await ownProduct()
  browser = await openBrowser()
  manager = await openStaff(product.address, 'manager')
  const customer = await newCustomer(product.address)
  email = customer.email
  password = customer.pwd
  visitor = await openVisitor(browser, product.address, desktop, customer.token())
  page = await visitor.newPage()
  page.setDefaultTimeout(45_000)
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const inaccessible = () => accessibilityViolations(page)
const field = (name: string | RegExp) => page.getByRole('textbox', { name, exact: typeof name === 'string' })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const alert = () => page.getByRole('alert')
const dialog = () => page.getByRole('dialog')
/** First row of the list with its detail. */
const newest = async (): Promise<string> =>
  (await page.locator('tbody tr').allInnerTexts()).slice(0, 2).join(' ')
/** Long timeout, because some states are polled every few seconds and the machine can be busy. */
const longTimeout = { timeout: 45_000 }
const newestBecomes = (what: RegExp) => expect.poll(newest, longTimeout).toMatch(what)
const isAt = (path: string) => (url: URL) => url.pathname === path

const step = story('deposits and withdrawals of a new customer with decisions of staff')

step('deposits on the payment page and offers the bonus afterwards', async () => {
  await page.goto('/recharge')
  await page.getByText('Claim within 7 days of your first deposit.').waitFor()
  expect(await inaccessible()).toEqual([])
  await page.getByRole('radio', { name: '1,000', exact: true }).click()
  const opens = visitor.waitForEvent('page')
  await button('Deposit 1,000 USDT').click()
  const gateway = await opens
  await gateway.getByRole('button', { name: 'Pay' }).click()
  await gateway.getByText(/close this window/i).waitFor()
  await gateway.close()
  await newestBecomes(/Completed/)
  await button('Claim 300 USDT of credit').click()
  await page.getByText('claimed', { exact: true }).waitFor()
})

step('rejects an HTML file named as a picture with the server message and accepts a picture', async () => {
  await page.goto('/recharge?way=digital')
  const input = page.locator('input[type=file]')
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  await input.setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: html })
  await alert().waitFor()
  expect(await alert().innerText()).toMatch(/file/)
  const shot = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0b6883' } })
    .png()
    .toBuffer()
  await input.setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: shot })
  await page.getByRole('img', { name: 'Screenshot of the transfer' }).waitFor()
  expect(await alert().count()).toBe(0)
  expect(await inaccessible()).toEqual([])
})

step('reports a transfer after field errors and shows the decision of staff', async () => {
  await field('Amount sent').fill('500')
  await field('Transaction hash').fill('0x12')
  expect(await alert().innerText()).toBe('An ERC20 hash is 0x followed by 64 hex digits.')
  await button('Generate hash').click()
  await button('Submit 500 USDT').click()
  await newestBecomes(/USDT \(ERC20\).*Pending.*Not checked yet/s)
  const [pending] = await manager
    .list('/staff/api/reviewList', { kind: 'deposit', pageNum: 1, pageSize: 1 })
    .then(({ rows }) => rows)
  expect(pending?.fields.some(({ form }) => form === 'hash')).toBe(true)
  await manager.call('/staff/api/reviewDecide', {
    kind: 'deposit',
    id: pending?.id ?? 0,
    decision: 'approve',
    amount: '480',
  })
  await newestBecomes(/480\.0000.*Completed.*Requested 500/s)
})

step('leads to the withdrawal password and the bank details and back', async () => {
  await page.goto('/withdraw')
  await button('Withdraw').and(page.locator('[aria-disabled=true]')).waitFor()
  expect(await inaccessible()).toEqual([])
  await page.getByRole('link', { name: 'Set the withdrawal password' }).click()
  await page.getByLabel('New withdrawal password', { exact: true }).fill(withdrawPassword)
  await page.getByLabel('Confirm new password').fill(withdrawPassword)
  await page.keyboard.press('Enter')
  await confirmIdentity(page, password)
  await page.waitForURL(isAt('/withdraw'))
  await page.getByRole('link', { name: 'Add bank data' }).click()
  await page.waitForURL(isAt('/bank'))
  await field('First name').fill('Ada')
  await field('Last name').fill('Example')
  await field('IBAN').fill('DE88370400440532013000')
  await button('Save the bank data').click()
  expect(await alert().innerText()).toMatch(/Invalid IBAN/)
  expect(await inaccessible()).toEqual([])
  await field('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await page.keyboard.press('Enter')
  await page.waitForURL(isAt('/withdraw'))
  await page.getByText('DE89…3000').waitFor()
})

step('withdraws with all costs displayed and shows reason, reviewer and deadline', async () => {
  await field('Amount').fill('200.5')
  expect(await alert().innerText()).toMatch(/Use whole numbers/)
  await button('Use 200').click()
  await page.getByText('10.0000 USDT').waitFor()
  await page.getByText('190.0000 USDT').waitFor()
  await button('Withdraw 200 USDT').click()
  await dialog().getByLabel('Withdrawal password').fill('Wrong123')
  await page.keyboard.press('Enter')
  await dialog().getByRole('alert').waitFor()
  expect(await inaccessible()).toEqual([])
  await dialog().getByLabel('Withdrawal password').fill(withdrawPassword)
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await newestBecomes(/200\.0000.*Waiting.*New address.*Waiting for approval.*Due by/s)
  expect(await newest()).toMatch(/23 h 59 min left|24 h 0 min left/)
  await picture(page, 'money-waiting')
  expect(await inaccessible()).toEqual([])
})

step('shows the withdrawal as sent after staff approved and sent it', async () => {
  const { rows } = await manager.list('/staff/api/reviewList', { kind: 'withdrawal', text: email })
  const id = rows[0]?.id ?? 0
  await manager.call('/staff/api/reviewDecide', { kind: 'withdrawal', id, decision: 'approve' })
  await newestBecomes(/Approved, sending/)
  // Who approved a payout alone does not export it.
  const second = await openStaff(product.address, 'second')
  const { checksum } = await second.call('/staff/api/withdrawExport', { way: 'bank', format: 'csv' })
  await second.call('/staff/api/withdrawSent', { id, checksum, txhash: 'ref-2026/118' })
  await newestBecomes(/Sent.*Platform fee 10\.0000.*REF-2026\/118/s)
})

step.long('cancels a pending withdrawal', async () => {
  await field('Amount').fill('100')
  await button('Withdraw 100 USDT').click()
  await dialog().getByLabel('Withdrawal password').fill(withdrawPassword)
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await button('Cancel').click()
  await dialog().getByText('100 USDT, including the fee, returns to your wallet.').waitFor()
  await dialog().getByRole('button', { name: 'Cancel withdrawal' }).click()
  await newestBecomes(/100\.0000.*Cancelled.*returned to your wallet/s)
})

step.long(
  'saves a withdrawal address on its own network only and announces the withdrawal pause',
  async () => {
    await page.goto('/withdraw?way=1001')
    await page.getByRole('link', { name: 'Add an address' }).click()
    await page.waitForURL(isAt('/bindColdWallet'))
    await page.getByText('On-chain withdrawals are paused for 24 hours after a change.').waitFor()
    await field('Wallet address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed')
    await page.keyboard.press('Enter')
    await expect.poll(() => alert().innerText(), longTimeout).toMatch(/Invalid checksum/)
    expect(await inaccessible()).toEqual([])
    await field('Wallet address').fill('TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW')
    await page.keyboard.press('Enter')
    await button('Switch to TRC20').click()
    await field('Wallet address').press('Enter')
    await page.waitForURL(isAt('/withdraw'))
    await page.getByRole('radio', { name: 'TRC20' }).click()
    await page.getByText(/On-chain withdrawals are paused until/).waitFor()
  },
)

step('causes no errors on the page', () => {
  expect(complaints).toEqual([])
})
