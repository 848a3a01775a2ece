import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, picture } from './browser.ts'
import { confirmIdentity } from './confirmIdentity.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

// A customer creates an API key on the security page, a program uses it, and the customer removes it.

let page: Page
let customer: NewCustomer

const stage = browserStage(sharedProduct)

beforeAll(async () => {
  customer = await newCustomer(stage.product.address)
  page = await stage.open(desktop, customer.token())
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (title: string) => page.getByRole('dialog', { name: title })
const inaccessible = () => accessibilityViolations(page)

const step = story('the API keys of a customer')

step('are created after a step-up, and the secret is shown once', async () => {
  await page.goto('/security')
  await button('Create API key').click()
  const form = dialog('Create API key')
  await form.getByRole('button', { name: 'Create API key' }).click()
  await form.getByText('Enter 1 to 32 letters').waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill('Grid bot')
  await form.getByRole('checkbox', { name: /^Place and close orders/ }).check({ force: true })
  await form.getByRole('textbox', { name: /^Allowed addresses/ }).fill('not an address')
  expect(await inaccessible()).toEqual([])
  await picture(page, 'api-key-form')
  await form.getByRole('button', { name: 'Create API key' }).click()
  await confirmIdentity(page, customer.pwd)
  await form.getByText('Enter up to 20 IP addresses').waitFor()
  await form.getByRole('textbox', { name: /^Allowed addresses/ }).fill('127.0.0.1 ::1/128')
  await form.getByRole('button', { name: 'Create API key' }).click()
  const created = dialog('API key created')
  await created.waitFor()
  expect(await created.locator('code').allTextContents()).toEqual([
    expect.stringMatching(/^gk_[\w-]{43}$/),
    expect.stringMatching(/^[\w-]{43}$/),
  ])
  expect(await inaccessible()).toEqual([])
  await picture(page, 'api-key-created')
  await created.getByRole('button', { name: 'I have stored them' }).click()
  await page.getByText('From: 127.0.0.1, ::1/128').waitFor()
  await page.getByText('read, trade', { exact: true }).waitFor()
  const [key] = await customer.client.call('/api/user/keys', {})
  expect(key).toMatchObject({ name: 'Grid bot', scopes: ['read', 'trade'], lastUsed: null })
})

step('are removed after a question', async () => {
  await button('Remove: Grid bot').click()
  await dialog('Remove Grid bot?').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Grid bot removed').first().waitFor()
  await button('Remove: Grid bot').waitFor({ state: 'detached' })
  expect(await customer.client.call('/api/user/keys', {})).toEqual([])
})
