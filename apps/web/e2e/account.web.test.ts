import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { longIt } from '@glasshouse/testkit/cases'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { appCode, stepNow } from './appCode.ts'
import { desktop, failurePicture, openBrowser, openVisitor } from './browser.ts'
import { demo, newCustomer, openCustomer, retCodeOf } from './customer.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { ownProduct } from './workerProduct.ts'

let product: SteeredProduct
let browser: Browser
let visitor: BrowserContext
let page: Page
let complaints: string[] = []

beforeAll(async () => {
  product = await ownProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})
beforeEach(async () => {
  complaints = []
  visitor = await openVisitor(browser, product.address, desktop)
  page = await visitor.newPage()
  page.setDefaultTimeout(45_000)
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failurePicture(page, 'account-failed')
  await visitor.close()
})

const newPwd = 'Remembered!2'
const email = () => page.getByRole('textbox', { name: 'Email' })
const password = () => page.getByLabel('Password', { exact: true })
const alert = () => page.getByRole('alert')
const isHome = (url: URL): boolean => url.pathname === '/'
const send = () => page.locator('form button[type=submit]').click()

const fillSignIn = async (pwd: string, address: string = demo.email): Promise<void> => {
  await page.goto('/login')
  await email().fill(address)
  await password().fill(pwd)
}
const inaccessible = () => accessibilityViolations(page)

longIt('sets a forgotten password with a code from the practice outbox', async () => {
  const elsewhere = openCustomer(product.address)
  await elsewhere.signIn(demo.email, demo.pwd)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reset password' }).waitFor()
  await send()
  expect(await alert().count()).toBe(3)
  await email().fill(demo.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: /^Resend in (60|5\d) s$/ }).waitFor()
  await page.getByRole('button', { name: 'Get code' }).click()
  const code = page.getByLabel('Verification code')
  await expect.poll(() => code.inputValue()).toMatch(/^\d{6}$/)
  await page.getByLabel('New password', { exact: true }).fill(newPwd)
  await page.getByLabel('Confirm new password').fill(`${newPwd}3`)
  await send()
  expect(await alert().innerText()).toBe('Passwords don’t match.')
  expect(await inaccessible()).toEqual([])
  await page.getByLabel('Confirm new password').fill(newPwd)
  const right = await code.inputValue()
  await code.fill(right === '000000' ? '111111' : '000000')
  await send()
  await expect.poll(() => alert().innerText()).toMatch(/code/i)
  await code.fill(right)
  await page.evaluate("localStorage.setItem('glasshouse.session', JSON.stringify({ token: 'x', since: 1 }))")
  await send()
  await page.waitForURL('**/login')
  await page.getByText('Password changed. Sign in to continue.').waitFor()
  expect(await page.evaluate("localStorage.getItem('glasshouse.session')")).toBeNull()
  expect(await retCodeOf(elsewhere.client.call('/api/user/userCenter', {}))).toBe(103)
  expect(complaints).toEqual([])
})

longIt('then takes the new password and not the old one', async () => {
  await fillSignIn(demo.pwd)
  await send()
  await alert().waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await password().fill(newPwd)
  await send()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.waitForURL(isHome)
})

longIt('answers the captcha by itself after too many wrong passwords from one address', async () => {
  const guesser = openCustomer(product.address)
  const refused = async (pwd: string) => retCodeOf(guesser.signIn(demo.email, pwd))
  for (let guess = 0; guess < 20; guess += 1) expect(await refused('wrong1')).toBe(1007)
  expect(await refused(newPwd)).toBe(1001)
  const captchas: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/common/captcha')) captchas.push(response.url())
  })
  await fillSignIn('wrong1')
  await send()
  await page.getByText('Running a security check').waitFor()
  await alert().waitFor()
  expect(captchas).toHaveLength(1)
  expect(page.workers()).toEqual([])
  await password().fill(newPwd)
  await send()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.waitForURL(isHome)
  expect(captchas).toHaveLength(2)
  expect(complaints).toEqual([])
})

longIt('answers the captcha by itself before a code that many wrong ones went before', async () => {
  const guesser = openCustomer(product.address)
  const guess = { email: 'someone@example.com', pwd: newPwd, verifycode: '000000', type: 2 } as const
  for (let tries = 0; tries < 20; tries += 1)
    expect(await retCodeOf(guesser.client.call('/api/user/updatePwd', guess))).toBe(1008)
  await page.goto('/forget')
  await email().fill(guess.email)
  const [captcha] = await Promise.all([
    page.waitForResponse('**/api/common/captcha'),
    page.getByRole('button', { name: 'Send code' }).click(),
  ])
  expect(captcha.status()).toBe(200)
  await page.getByRole('button', { name: /^Resend in (60|5\d) s$/ }).waitFor()
  // No account has this address, and the answer does not say so.
  await page.getByText('If someone@example.com has an account').waitFor()
  await email().fill('other@example.com')
  await page.getByRole('button', { name: 'Send code' }).waitFor()
  expect(complaints).toEqual([])
})

it('asks for the authenticator app’s code once the password was right', async () => {
  const customer = await newCustomer(product.address)
  const { secret = '' } = await customer.client.call('/api/user/totp', { action: 'start' })
  const step = stepNow()
  await customer.client.call('/api/user/totp', { action: 'confirm', code: appCode(secret, step) })
  await fillSignIn(customer.pwd, customer.email)
  await send()
  const code = page.getByLabel('Code from the app or recovery code')
  await code.waitFor()
  expect(await code.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  expect(await alert().count()).toBe(0)
  expect(await inaccessible()).toEqual([])
  await send()
  expect(await alert().innerText()).toContain('Enter the 6 digits of the app')
  await code.fill(appCode(secret, step))
  await page.keyboard.press('Enter')
  await page.getByText('Wrong or already used code.').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  expect(await password().inputValue()).toBe(customer.pwd)
  await send()
  await code.waitFor()
  expect(await code.inputValue()).toBe('')
  await code.fill(appCode(secret, step + 1))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await page.waitForURL(isHome)
  expect(complaints).toEqual([])
})
