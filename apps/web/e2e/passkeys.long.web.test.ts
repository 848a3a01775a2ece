import { once } from 'node:events'
import { createServer } from 'node:net'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { desktop, failurePicture, openBrowser, openVisitor, picture } from './browser.ts'
import { confirmIdentity } from './confirmIdentity.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { story } from './story.ts'
import { ownProduct } from './workerProduct.ts'

// A customer and a manager add passkeys with the browser's virtual authenticator, sign in with them and remove them.

let product: SteeredProduct
/** The console has an origin of its own, and so have the passkeys of staff. */
let consoleOrigin = ''
let browser: Browser
let visitor: BrowserContext
let page: Page
let device: CDPSession
let customer: NewCustomer

/** A port that is free now: the origin of passkeys has to be known at the start of the product. */
const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return String(address.port)
}

beforeAll(async () => {
  const consolePort = await freePort()
  product = await ownProduct({ PORT: await freePort(), CONSOLE_PORT: consolePort })
  consoleOrigin = `http://localhost:${consolePort}`
  customer = await newCustomer(product.address)
  browser = await openBrowser()
  visitor = await openVisitor(browser, product.address, desktop, customer.token())
  page = await visitor.newPage()
  page.setDefaultTimeout(45_000)
  device = await visitor.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failurePicture(page, 'passkeys-failed')
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (title: string) => page.getByRole('dialog', { name: title })
const inaccessible = () => accessibilityViolations(page)
const passkeys = () => customer.client.call('/api/user/passkeys', {})
const storedToken = () =>
  page.evaluate(`JSON.parse(localStorage.getItem('glasshouse.session') ?? 'null')?.token`)
const signOut = () => page.evaluate(`localStorage.removeItem('glasshouse.session')`)

const step = story('the passkeys of a customer')

step('are added on the security page after a step-up', async () => {
  await page.goto('/security')
  await button('Add passkey').click()
  const form = dialog('Add passkey')
  await form.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  expect(await inaccessible()).toEqual([])
  await form.getByRole('button', { name: 'Add passkey' }).click()
  await confirmIdentity(page, customer.pwd)
  await page.getByText('Passkey added').first().waitFor()
  await button('Remove: Laptop').waitFor()
  await picture(page, 'passkeys')
  expect(await passkeys()).toMatchObject([{ name: 'Laptop', lastUsed: null }])
})

step('sign in without a password', async () => {
  await signOut()
  await page.goto('/login')
  await button('Use a passkey').waitFor()
  expect(await inaccessible()).toEqual([])
  await picture(page, 'passkey-sign-in')
  await button('Use a passkey').click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await storedToken()).not.toBe(customer.token())
  expect((await passkeys())[0]?.lastUsed).not.toBeNull()
})

step('are asked for after the right password', async () => {
  await signOut()
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(customer.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(customer.pwd)
  await button('Sign in').click()
  await page.getByText(`Use your passkey to sign in as ${customer.email}.`).waitFor()
  expect(await inaccessible()).toEqual([])
  await button('Use a passkey').click()
  await page.waitForURL((url) => url.pathname === '/')
})

step('confirm sensitive changes beside the password, such as their own removal', async () => {
  await page.goto('/security')
  await button('Remove: Laptop').click()
  await dialog('Remove Laptop?').getByRole('button', { name: 'Remove', exact: true }).click()
  await confirmIdentity(page, customer.pwd)
  await page.getByText('Laptop removed').first().waitFor()
  expect(await passkeys()).toEqual([])
})

step.long('that were removed sign in no longer, although the device still has them', async () => {
  await signOut()
  await page.goto('/login')
  await button('Use a passkey').click()
  await page.getByText('The passkey was not used. Try again.').waitFor()
  expect(await storedToken()).toBeUndefined()
})

step.long('of staff are added in the console and asked for by the next sign-in', async () => {
  const signIn = async () => {
    await page.getByRole('textbox', { name: 'Email' }).fill('manager@glasshouse.test')
    await page.getByRole('textbox', { name: 'Password' }).fill('Manager123!')
    await button('Sign in').click()
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
  }
  await page.goto(`${consoleOrigin}/console/account`)
  await signIn()
  await page.getByRole('textbox', { name: 'Name of a new passkey' }).fill('Console')
  await page.getByRole('textbox', { name: 'Your password' }).fill('Manager123!')
  expect(await inaccessible()).toEqual([])
  await button('Add passkey').click()
  await button('Remove: Console').waitFor()
  await picture(page, 'console-passkeys')
  // A session of the console lives in its window alone.
  await page.evaluate('sessionStorage.clear()')
  await page.goto(`${consoleOrigin}/console/account`)
  await signIn()
  await page.getByText(/^Console, since .*, last used/).waitFor()
})
