import type { Client } from '@glasshouse/client/http'
import { usdt } from '@glasshouse/core/money/units'
import { ethereum, type HoldingNetwork, holdingMessage, tron } from '@glasshouse/core/trust/holdings/holdings'
import { makeWallet } from '@glasshouse/core/trust/holdings/wallet.fixture'
import { noneProven, parseReport } from '@glasshouse/core/trust/liabilities/report'
import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import { beforeAll, expect, it } from 'vitest'
import { desktop } from './browser.ts'
import { settled } from './settled.ts'
import { openStaff } from './staff.ts'
import { browserStage } from './stage.ts'
import { ownProduct } from './workerProduct.ts'

const stage = browserStage(ownProduct)
let client: Client
beforeAll(async () => {
  client = await openStaff(stage.product.address, 'manager')
  await client.call('/staff/api/liabilitiesRun', {})
})

it('shows the figures of the calls on the home page and on the page about the operator', async () => {
  const page = await stage.open(desktop)
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
    '—',
    '8 of 8',
  ])
  await strip.getByRole('link', { name: 'Check that you are included' }).click()
  await page.waitForURL('**/trust#check')

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
})

/** Proofs of three addresses for the newest report, whose text states their sums. */
const heldBeside = async () => {
  const signed = await client.call('/api/trust/liabilities', {})
  const text = signed.text.replace(noneProven, 'USDT:15000.5@21000123,USDT:1200@68000456')
  const { number = 0, day = '' } = parseReport(text) ?? {}
  const proven = (name: string, network: HoldingNetwork, amount: string, block: number) => {
    const { addresses, sign } = makeWallet(name)
    const claim = { number, day, asset: 'USDT', network, address: addresses[network] }
    const { asset, address } = claim
    const said = { message: holdingMessage(claim), signature: sign(claim), checked: true, amount, block }
    return { asset, network, address, ...said }
  }
  const holdings = [
    proven('cold', ethereum, '15000', 21_000_123),
    proven('warm', ethereum, '0.5', 21_000_123),
    proven('cold', tron, '1200', 68_000_456),
  ]
  return { signed: { ...signed, text }, holdings }
}

it('shows proven holdings beside what is owed, with every signature checked in the browser', async () => {
  const { signed, holdings } = await heldBeside()
  const page = await stage.open(desktop)
  let answered = holdings
  const answer = (data: unknown) => ({ json: { retCode: 0, message: 'ok', data } })
  await page.route('**/api/trust/liabilities', (route) => route.fulfill(answer(signed)))
  await page.route('**/api/trust/holdings', (route) => route.fulfill(answer(answered)))
  await page.goto(`${stage.product.address}/trust#chains`)
  await page.getByText('Your browser checked every signature').waitFor()
  expect(await page.title()).toBe('Trust · Glasshouse')
  await page.getByText('16,200.5000 USDT held').waitFor()
  await page.getByText('Holdings may be borrowed.').waitFor()
  await page.getByText('That we still hold this much.').waitFor()
  await page.getByRole('row', { name: /First key/ }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Impossible' })
    .click()
  await page.waitForURL('**/trust#impossible')

  answered = holdings.map((one, at) => (at === 0 ? { ...one, signature: holdings[1]?.signature ?? '' } : one))
  await page.reload()
  await page.getByText('The proofs do not match the signed text.').waitFor()
  await page.getByText('the signature is not of this address').waitFor()
})
