import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop } from './browser.ts'
import { type NewCustomer, newCustomer, retCodeOf } from './customer.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { sharedProduct } from './workerProduct.ts'

// A customer confirms the phone, changes the e-mail address and undoes it by the link of the letter.

const stage = browserStage(sharedProduct)
let page: Page
let customer: NewCustomer

beforeAll(async () => {
  customer = await newCustomer(stage.product.address)
  page = await stage.open(desktop, customer.token())
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (title: string) => page.getByRole('dialog', { name: title })
const inaccessible = () => accessibilityViolations(page)
const info = () => customer.client.call('/api/user/getuserinfo', {})
const newEmail = `moved-${Date.now()}@example.com`

const step = story('the addresses of an account')

step('confirms the phone with the code that was sent to it', async () => {
  await page.goto('/security')
  await button('Confirm: Phone').click()
  const asked = dialog('Confirm your address')
  await asked.getByRole('button', { name: 'Send code' }).click()
  await asked.getByRole('button', { name: 'Get code' }).click()
  expect(await inaccessible()).toEqual([])
  await asked.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Address confirmed').first().waitFor()
  expect((await info()).phoneproven).toBe(1)
})

step(
  'changes the e-mail address once the password was given again, and sends it by itself then',
  async () => {
    await button('Change: Email').click()
    const change = dialog('Change email')
    await change.getByText('paused for 24 hours').waitFor()
    await change.getByRole('textbox', { name: 'Email' }).fill(newEmail)
    await change.getByRole('button', { name: 'Send code' }).click()
    await change.getByRole('button', { name: 'Get code' }).click()
    await change.getByRole('button', { name: 'Change', exact: true }).click()
    const confirm = dialog('Confirm it’s you')
    await confirm.getByRole('textbox', { name: 'Password' }).fill('Wrong123!')
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await confirm.getByText('Wrong password.').waitFor()
    expect(await inaccessible()).toEqual([])
    await confirm.getByRole('textbox', { name: 'Password' }).fill(customer.pwd)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Address changed').first().waitFor()
    expect(await info()).toMatchObject({ email: newEmail, pauseuntil: expect.any(Number) })
  },
)

step('undoes it by the link to the old address, and is signed out', async () => {
  const letters = await customer.client.call('/api/practice/outbox', { to: customer.email })
  const link =
    letters.map(({ text }) => /https?:\/\/\S+\/undo\?token=\S+/.exec(text)?.[0]).find(Boolean) ?? ''
  await page.goto(new URL(link).pathname + new URL(link).search)
  await button('Undo it').waitFor()
  expect(await inaccessible()).toEqual([])
  await button('Undo it').click()
  await page.getByText('Your old email is back').waitFor()
  expect(page.url()).not.toContain('token')
  expect(await retCodeOf(info())).toBe(103)
})
