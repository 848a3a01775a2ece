import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor, picture, type View } from './browser.ts'
import { demo, openCustomer, type TestCustomer } from './customer.ts'
import { settled } from './settled.ts'
import { enterConsole, type Member, openStaff } from './staff.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { ownProduct } from './workerProduct.ts'

// Grants by staff and their effect on the customer's pages.

let product: SteeredProduct
let browser: Browser
let customer: TestCustomer
let pages: Page[] = []
const complaints: string[] = []
const night: View = { ...desktop, theme: 'night' }

beforeAll(async () => {
  product = await ownProduct()
  browser = await openBrowser()
  customer = openCustomer(product.address)
  await customer.signIn(demo.email, demo.pwd)
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    for (const [place, page] of pages.entries()) await picture(page, `giving-failed-${place}`)
  for (const page of pages) await page.context().close()
  pages = []
  expect(complaints.splice(0)).toEqual([])
})

const open = async (path: string, view: View): Promise<Page> => {
  const context = await openVisitor(browser, product.address, view)
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  page.on('pageerror', (error) => complaints.push(error.message))
  pages.push(page)
  await page.goto(path)
  return page
}

/** Signs a staff member in to the console. */
const staff = async (who: Member, view: View = desktop): Promise<Page> => {
  const page = await open('/console/', view)
  await enterConsole(page, who)
  return page
}

/** Page of a customer who signs in. */
const customerPage = async (
  view: View = desktop,
  site = '',
  { email, pwd }: { readonly email: string; readonly pwd: string } = demo,
): Promise<Page> => {
  const page = await open(`${site}/login`, view)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(pwd)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL((url) => url.pathname !== `${site}/login`)
  return page
}

const message = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text).waitFor()

/** Asserts accessibility and layout of the current section and saves a screenshot. */
const looked = async (page: Page, name: string): Promise<void> => {
  await settled(page)
  await picture(page, name)
  expect(await accessibilityViolations(page), name).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), name).toBe(false)
}

const info = () => customer.client.call('/api/user/getuserinfo', {})

/** A customer of the sample whose AI code is not claimed, unlike the one of the demo customer. */
const unclaimed = { email: 'sample3@glasshouse.test', pwd: 'Sample123!' }

it('activates AI ordering by service after the customer claimed the code', async () => {
  const own = openCustomer(product.address)
  await own.signIn(unclaimed.email, unclaimed.pwd)
  const { uid } = await own.client.call('/api/user/getuserinfo', {})
  const page = await customerPage(desktop, '', unclaimed)
  await page.goto('/mine')
  await page.getByRole('button', { name: 'Claim', exact: true }).click()
  await page.getByText('Code claimed').waitFor()
  await page.getByText('Pending activation').waitFor()
  expect((await own.client.call('/api/user/getuserinfo', {})).activecodestatus).toBe(2)

  const service = await staff('service')
  await service.goto(`/console/customers/${uid}`)
  const ai = service.getByRole('region', { name: 'AI ordering' })
  await ai.getByText('claimed, waits for you').waitFor()
  await ai.getByRole('button', { name: 'Activate' }).click()
  const dialog = service.getByRole('dialog')
  await dialog.getByLabel('Days').fill('400')
  await dialog.getByText('A whole number from 1 to 366.').waitFor()
  await dialog.getByLabel('Days').fill('14')
  await service.keyboard.press('Enter')
  await message(service, /is active until/)
  await ai.getByText(/^active until/).waitFor()
  await ai.getByRole('button', { name: 'Add days' }).waitFor()
  const grant = service.getByRole('region', { name: 'Trial funds' }).getByRole('button', { name: 'Grant' })
  expect(await grant.getAttribute('aria-disabled')).toBe('true')

  await page.reload()
  await page.getByText('active', { exact: true }).waitFor()
  await looked(page, 'giving-mine')
})

it('grants trial funds by a manager, above the limit with a second one', async () => {
  const manager = await staff('manager', night)
  await manager.goto('/console/customers/10001')
  const funds = manager.getByRole('region', { name: 'Trial funds' })
  const give = async (amount: string) => {
    await funds.getByRole('button', { name: 'Grant' }).click()
    const dialog = manager.getByRole('dialog')
    await dialog.getByLabel('Amount').fill(amount)
    await dialog.getByLabel('Why').fill('welcome')
    await dialog.getByText('Type 10001 to confirm.').waitFor()
    await dialog.getByLabel('Type 10001').fill('10001')
  }
  await give('100')
  await looked(manager, 'giving-grant-night')
  await manager.keyboard.press('Enter')
  await message(manager, 'u 10001 holds 600.00 USDT of trial funds')
  await funds.getByText('600.00 USDT').waitFor()
  await give('4950')
  await manager.keyboard.press('Enter')
  await message(manager, 'It waits for a second manager')
  await funds
    .getByText('Needs another manager')
    .or(funds.getByRole('button', { name: 'Approve' }))
    .first()
    .waitFor()
  await looked(manager, 'giving-customer-night')

  const second = await staff('second')
  await second.goto('/console/customers/10001')
  const waiting = second.getByRole('region', { name: 'Trial funds' })
  await waiting.getByRole('button', { name: 'Approve' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await message(second, 'Done, by two managers')
  await waiting.getByText('5,550.00 USDT').waitFor()
  await second.getByRole('tab', { name: /Options/ }).click()
  await second.getByRole('table', { name: 'Newest options' }).waitFor()
  await looked(second, 'giving-customer-day')
  expect(await info()).toMatchObject({ experiencefund: '5550', experience: 0 })
})

it('shows granted funds as not withdrawable on both sites', async () => {
  const client = await openStaff(product.address, 'manager')
  await client.call('/staff/api/experienceGrant', { uid: 10_001, amount: '5', remark: 'welcome' })

  const assets = await customerPage()
  await assets.goto('/assets')
  const credit = assets.getByRole('region', { name: 'Promotional credit' })
  await credit.getByText('Not withdrawable').waitFor()
  await looked(assets, 'giving-assets-day')

  const phone = await customerPage({ ...night, width: 390, height: 844, touch: true }, '/m')
  await phone.goto('/m/assets')
  await phone.getByRole('region', { name: 'Promotional credit' }).scrollIntoViewIfNeeded()
  await looked(phone, 'giving-assets-phone-night')
})

it.each([
  ['day', desktop],
  ['night', night],
] as const)('tasks, sign-in rules and countries are written in the console by %s', async (name, view) => {
  const manager = await staff('manager', view)
  await manager.goto('/console/content/task')
  await manager.getByRole('link', { name: 'Deposit and invest' }).waitFor()
  await looked(manager, `giving-tasks-${name}`)
  await manager.getByRole('link', { name: 'Deposit and invest' }).click()
  await manager.getByText('the books show a deposit above 1,000 USDT and a product').waitFor()
  await looked(manager, `giving-task-${name}`)

  await manager.goto('/console/content/signinRule/new')
  await manager.getByRole('textbox', { name: /^Name/ }).fill('Overlapping')
  await manager.getByRole('radio', { name: 'A day, by assets' }).click()
  for (const [field, value] of [
    ['Times', '7'],
    [/^Reward(?! in)/, '0.1'],
    ['Reward in a streak', '0.2'],
    ['Assets from', '500'],
    ['Assets below', '1500'],
  ] as const)
    await manager.getByRole('textbox', { name: field }).fill(value)
  await manager.getByRole('radio', { name: 'Published' }).click()
  await looked(manager, `giving-rule-${name}`)
  await manager.getByRole('button', { name: 'Save and publish' }).click()
  await manager.getByRole('alert').first().waitFor()
  await manager.getByRole('radio', { name: 'A total, once' }).click()
  expect(await manager.getByRole('textbox', { name: 'Assets from' }).count()).toBe(0)

  await manager.goto('/console/content/country')
  await manager.getByRole('link', { name: 'Germany' }).click()
  await manager.getByRole('radio', { name: name === 'day' ? 'Not offered' : 'Offered', exact: true }).click()
  await looked(manager, `giving-country-${name}`)
  await manager.getByRole('button', { name: 'Save', exact: true }).click()
  await message(manager, name === 'day' ? 'Saved: not offered' : 'Saved: offered')
  const offered = await customer.client.call('/api/common/countrys', {})
  expect(offered.some(({ countrycode }) => countrycode === 'DE')).toBe(name === 'night')
})
