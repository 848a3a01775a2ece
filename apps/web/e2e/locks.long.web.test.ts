import type { Client } from '@glasshouse/client/http'
import { orderStates } from '@glasshouse/core/contracts/codec'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { desktop, picture } from './browser.ts'
import { type NewCustomer, newCustomer, ordersOf, placeOrder } from './customer.ts'
import { settled } from './settled.ts'
import { clientOf, openStaff } from './staff.ts'
import { browserStage } from './stage.ts'
import { story } from './story.ts'
import { ownProduct } from './workerProduct.ts'

// A customer whose account is locked: what the sign-in says, and what still can be done.

const stage = browserStage(ownProduct)
let page: Page
let customer: NewCustomer
let manager: Client
let uid = 0
beforeAll(async () => {
  customer = await newCustomer(stage.product.address, 10_000)
  const market = (await customer.client.call('/api/market/kList', {})).find(({ pid }) => pid === 1)
  uid = (await customer.client.call('/api/user/getuserinfo', {})).uid
  await placeOrder(customer, { leverage: 20, lots: 11, price: market?.price ?? '0' })
  manager = await openStaff(stage.product.address, 'manager')
  page = await stage.open(desktop)
})

const inaccessible = () => accessibilityViolations(page)
const dialog = () => page.getByRole('dialog')
const step = story('a locked customer')

step('is told why and until when at the sign-in', async () => {
  const lock = { uid, frozen: 1, reason: 'stolen_access', remark: 'A report by telephone.' } as const
  await manager.call('/staff/api/userSet', lock)
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.pwd)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Your account is locked' }).waitFor()
  await page.getByText('Suspected access by another person').waitFor()
  await settled(page)
  await picture(page, 'locks-sign-in')
  expect(await inaccessible()).toEqual([])
})

step('signs in with restrictions, with a code', async () => {
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect.poll(() => page.getByLabel(/code/i).first().inputValue()).toMatch(/^\d{6}$/)
  await page.getByRole('button', { name: 'Restricted sign-in' }).click()
  const banner = page.getByRole('region', { name: 'Your account is locked' })
  await banner.waitFor()
  expect(await banner.innerText()).toMatch(/7[12] h \d+ min left/)
})

step('closes the position', async () => {
  await page.goto('/contract')
  await settled(page)
  await picture(page, 'locks-contract')
  const orders = page.getByRole('region', { name: 'Orders' })
  const row = orders.getByRole('row').filter({ hasText: 'BTCUSDT' })
  await row.getByRole('button', { name: 'Close', exact: true }).first().click()
  await dialog()
    .getByRole('button', { name: /^Close 11 lots/ })
    .click()
  await expect
    .poll(
      async () => {
        const orders = await restrictedOrders()
        return orders.map(({ state }) => state)
      },
      { timeout: 45_000 },
    )
    .toEqual(['closed'])
})

step('complains, and staff find it in the queue', async () => {
  await page.getByRole('button', { name: 'Complain' }).click()
  await dialog().getByRole('button', { name: 'Send complaint' }).click()
  await dialog().getByText('Write what should be looked at.').waitFor()
  await dialog().getByLabel('What should be looked at?').fill('I never lost my password.')
  await settled(page)
  await picture(page, 'locks-complain')
  expect(await inaccessible()).toEqual([])
  await dialog().getByRole('button', { name: 'Send complaint' }).click()
  await page.getByText('Complaint sent').first().waitFor()
  const { rows } = await manager.list('/staff/api/reviewList', {
    kind: 'complaint',
    text: String(uid),
    pageNum: 1,
    pageSize: 10,
    orderByColumn: 'createtime',
    isAsc: 'desc',
  })
  expect(rows).toMatchObject([{ uid, summary: 'Complaint about a lock: stolen_access' }])
})

step('locks the account from the security settings', async () => {
  await manager.call('/staff/api/userSet', { uid, frozen: 0 })
  await customer.signIn(customer.email, customer.pwd)
  const settings = await stage.open(desktop, customer.token())
  await settings.goto('/security')
  await settings.getByRole('button', { name: 'Lock account' }).click()
  await settings.getByRole('dialog').getByRole('button', { name: 'Lock account' }).click()
  await settings.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  const locked = await manager.list('/staff/api/lockList', {
    pageNum: 1,
    pageSize: 10,
    orderByColumn: 'id',
    isAsc: 'desc',
  })
  expect(locked.rows).toMatchObject([{ uid, reason: 'customer_request', origin: 'customer' }])
  await settings.context().close()
})

/** The orders of the restricted session of the page. */
const restrictedOrders = async () => {
  const stored = await page.evaluate<string>(`localStorage.getItem('glasshouse.session')`)
  const { token } = JSON.parse(stored) as { readonly token: string }
  return ordersOf({ client: clientOf(stage.product.address, () => token) }, orderStates)
}
