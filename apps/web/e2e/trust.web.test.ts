import { impossibleActions } from '@glasshouse/core/trust/impossible'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { desktop } from './browser.ts'
import { type NewCustomer, newCustomer } from './customer.ts'
import { settled } from './settled.ts'
import { enterConsole } from './staff.ts'
import { browserStage } from './stage.ts'
import { ownProduct } from './workerProduct.ts'

const stage = browserStage(ownProduct)
let customer: NewCustomer
beforeAll(async () => {
  customer = await newCustomer(stage.product.address, 1000)
})

/** Publishes a report in the console, as a manager; a second one within the hour is refused there. */
const publishReport = async (): Promise<void> => {
  const page = await stage.open(desktop)
  await enterConsole(page, 'manager')
  await page.goto('/console/health')
  await page.getByText('No report yet').waitFor()
  // The lists above it move the button while they load: a press between two places is none.
  await settled(page)
  const publish = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Publish one now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  }
  await publish()
  await page.getByText('Report 1 is published').waitFor()
  await page.getByText('adds up', { exact: true }).waitFor()
  await publish()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await page.context().close()
}
/** Amounts of a list of reserves as they are shown, in units of the last decimal. */
const shownUnits = async (page: Page): Promise<bigint[]> =>
  (
    await page
      .locator('section', { hasText: 'Reserves and their floors' })
      .locator('li b:last-child')
      .allInnerTexts()
  ).map((text) => BigInt(text.replace(/\D/g, '')))
const openTrust = async (token: string | null, site: 'desktop' | 'phone'): Promise<Page> => {
  const device =
    site === 'desktop'
      ? desktop
      : ({ width: 390, height: 844, theme: 'night', language: 'en', touch: true } as const)
  const page = await stage.open(device, token)
  await page.goto(`${stage.product.address}${site === 'phone' ? '/m' : ''}/trust`)
  await settled(page)
  return page
}
const inaccessible = accessibilityViolations

it('shows the report to everyone, and verifies the own proof in the browser', async () => {
  const before = await openTrust(null, 'desktop')
  await before.getByText('No report yet').first().waitFor()
  await publishReport()
  const visitor = await openTrust(null, 'phone')
  await visitor.getByText('The whole book sums to zero in every asset.').waitFor()
  expect(await visitor.getByRole('link', { name: 'Sign in to check' }).getAttribute('href')).toMatch(
    /login\?next=/,
  )
  expect(await inaccessible(visitor)).toEqual([])
  // What is shown adds up: reserves to their sum (each is cut to four decimals), withdrawals to those requested.
  const reserves = await shownUnits(visitor)
  const total = reserves.at(-1) ?? 0n
  const sum = reserves.slice(0, -1).reduce((all, units) => all + units, 0n)
  expect(total - sum).toBeGreaterThanOrEqual(0n)
  expect(total - sum).toBeLessThan(BigInt(reserves.length))
  const [requested = 0, ...others] = (
    await visitor
      .locator('section', { hasText: '95th percentile' })
      .locator('dl')
      .last()
      .locator('dd')
      .allInnerTexts()
  )
    .map((text) => Number.parseInt(text, 10))
    .toReversed()
  expect(others.reduce((all, one) => all + one, 0)).toBe(requested)
  expect(await visitor.getByText(/^Last passed: /).count()).toBe(impossibleActions.length)

  const page = await openTrust(customer.token(), 'desktop')
  await page.getByText('The signature is valid.').waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText(/^You are in report 1 with .*1,000\.00000000 USDT/).waitFor()
  expect(
    await page.getByRole('listitem').filter({ hasText: 'Root and totals match the report' }).count(),
  ).toBe(1)
  // The topmost node is the root of the signed text, its sum what all customers are owed.
  const top = page.getByRole('table', { name: 'The way of your leaf to the root' }).getByRole('row').nth(1)
  const text = await page.locator('details pre').first().textContent()
  expect(text).toContain(`root=${await top.locator('code').first().getAttribute('title')}`)
  expect(text).toContain(
    `total.USDT=${(await top.getByRole('cell').last().innerText()).replaceAll(',', '').replace(/\.?0+$/, '')}`,
  )
  // The balances are made of both wallets; what is moved afterwards is told beside them, and is what the wallets show.
  const part = (name: string) =>
    page.getByRole('table', { name: 'What your balances consist of' }).getByRole('row', { name })
  await page.getByText('and with what moved since they are what your wallets show now').waitFor()
  expect(await part('Main wallet USDT').getByRole('cell').allInnerTexts()).toEqual([
    'Main wallet USDT',
    ...['500.00000000', '0.00000000', '500.00000000'],
  ])
  await customer.client.call('/api/user/walletTransfer', { type: 1, typeReverse: 1, transfervalue: '12.5' })
  await page.getByRole('button', { name: 'Check again' }).click()
  await part('1 transaction').first().waitFor()
  expect(await part('Contract wallet 1 USDT').getByRole('cell').allInnerTexts()).toEqual([
    'Contract wallet 1 USDT',
    ...['500.00000000', '+12.50000000\n1 transaction', '512.50000000'],
  ])
  await page.getByText('and with what moved since they are what your wallets show now').waitFor()
  await page.getByRole('radio', { name: 'Leaf 4' }).click()
  await page.getByRole('cell', { name: /Leaf 4$/ }).waitFor()
  await page.getByRole('button', { name: 'All receipts of the last 365 days' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save receipts (JSONL)' }).click()
  expect((await saved).suggestedFilename()).toBe('receipts.jsonl')
  expect(await inaccessible(page)).toEqual([])

  // Parts that cannot be read say so, and the proof stays verified.
  await page.route('**/api/trust/proofLines', (route) => route.abort())
  await page.getByRole('button', { name: 'Check again' }).click()
  const parts = page.locator('section', { hasText: 'What your balances consist of' })
  await parts.getByRole('alert').waitFor()
  await page.getByText(/^You are in report 1 with /).waitFor()
  await page.unroute('**/api/trust/proofLines')

  // A server that answers other balances is found out.
  await page.route('**/api/trust/proof', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"USDT":"1000"', '"USDT":"999"'),
    })
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('The check failed at this step. Save the proof and contact support.').waitFor()
  await page.getByText('Your leaves do not add up to your balances.').waitFor()
  expect(await page.getByText('Root and totals match the report').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Save proof' }).getAttribute('download')).toMatch(
    /^proof-\d+\.json$/,
  )
})
