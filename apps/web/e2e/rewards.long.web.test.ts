import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop } from './browser.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { ownProduct } from './workerProduct.ts'

// Rewards and invitations of one customer.

const stage = browserStage(ownProduct)
let customer: NewCustomer
let page: Page

beforeAll(async () => {
  customer = await newCustomer(stage.product.address)
  page = await stage.open(desktop, customer.token())
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
  const invited = await newCustomer(stage.product.address, 0, String(uid))
  await expect
    .poll(async () => (await customer.client.list('/api/user/childList', { level: 1 })).total)
    .toBe(1)
  page = await stage.open(desktop, invited.token())
  await page.goto('/inviteFriends')
  await page.getByRole('button', { name: 'End what others earn of me' }).click()
  await page.getByRole('button', { name: 'Leave permanently' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect((await customer.client.list('/api/user/childList', { level: 1 })).total).toBe(0)
  expect(stage.pageErrors).toEqual([])
})
