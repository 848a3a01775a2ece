import { createClient } from '@glasshouse/client/http'
import { usdt } from '@glasshouse/core/money/units'
import { parseReport } from '@glasshouse/core/trust/liabilities/report'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { desktop, openBrowser, openVisitor } from './browser.ts'
import { settled } from './settled.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { ownProduct } from './workerProduct.ts'

let product: SteeredProduct
let browser: Browser
let token: string | null = null
let client: ReturnType<typeof createClient>
beforeAll(async () => {
  product = await ownProduct()
  browser = await openBrowser()
  client = createClient({
    baseUrl: product.address,
    session: () => token,
    lang: () => 'en',
    now: () => Date.now(),
  })
  token = await client.call('/staff/api/login', { email: 'manager@glasshouse.test', pwd: 'Manager123!' })
  await client.call('/staff/api/liabilitiesRun', {})
}, 90_000)
afterAll(async () => {
  await browser?.close()
  await product?.close()
})

it('shows the figures of the calls on the home page and on the page about the operator', async () => {
  const page = await (await openVisitor(browser, product.address, desktop)).newPage()
  page.setDefaultTimeout(20_000)
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Figures from the ledger' })
  await strip.getByText(/^report \d+, signed$/).waitFor()
  await settled(page)
  const report = parseReport((await client.call('/api/trust/liabilities', {})).text)
  const { reserves, year } = await client.call('/api/trust/houseStats', {})
  const balance = (name: string): bigint =>
    reserves
      .filter(({ reserve }) => reserve.split(':')[0] === name)
      .reduce((sum, row) => sum + usdt(row.balance), 0n)
  const cut = (units: bigint): string => {
    const digits = (units / 10_000n).toString().padStart(5, '0')
    return `${BigInt(digits.slice(0, -4)).toLocaleString('en-GB')}.${digits.slice(-4)}`
  }
  expect(await strip.locator('dd:nth-child(2)').allInnerTexts()).toEqual([
    cut(report?.totals.get('USDT') ?? -1n),
    cut(balance('interest') + balance('optionEscrow')),
    cut(balance('trading')),
    '0.0000',
    '–',
    '8 of 8',
  ])
  await strip.getByRole('link', { name: 'Check that you are included' }).click()
  await page.waitForURL('**/trust')

  await page.goto('/about')
  await settled(page)
  await page.getByRole('row', { name: /^Withdrawal 5\.00% 0 with a running investment/ }).waitFor()
  await page.getByRole('row', { name: /^Contracts 0\.05% of the value/ }).waitFor()
  await page
    .getByRole('row', { name: /^Options 0 the payout is the price: \d+\.00% to \d+\.00%, break-even/ })
    .waitFor()
  const { all } = year.lossRate
  await page
    .getByText(
      all.share === null
        ? `Customers with a result: ${all.customers}, of whom ${all.lost} lost.`
        : 'of customers lost on contracts',
    )
    .waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
}, 60_000)
