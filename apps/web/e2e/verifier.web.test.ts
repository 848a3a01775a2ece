import { accessibilityViolations } from '@glasshouse/testkit/accessibility'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import {
  openVerifier,
  savedKeys,
  savedProof,
  savedReceipts,
  savedReport,
  verdictsOf,
  verifierAddress,
} from './verifierPage.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => browser?.close())

const sound = {
  'keys.json': savedKeys,
  'proof.json': savedProof,
  'report.json': savedReport,
  'receipts.jsonl': savedReceipts,
}

it('works from disk without a request, accepts what is sound and refuses what was changed', async () => {
  const { page, requests } = await openVerifier(browser, 'en-GB')
  expect(await verdictsOf(page, sound)).toEqual(Array(4).fill('No differences.'))
  await page.getByText('Proof of account 10001, report 1').waitFor()
  await page.getByText('0.25 BTC · 1034.5 USDT').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  // One change of each kind of file; every field has its own in the long test.
  const balances = { ...savedProof.balances, USDT: '1034.6' }
  expect(await verdictsOf(page, { ...sound, 'proof.json': { ...savedProof, balances } })).toContain(
    'Differences: 1',
  )
  await page.getByText('✗ Your leaves do not add up to your balances.').waitFor()
  const dropped = savedReceipts.filter((_, at) => at !== 1)
  expect(await verdictsOf(page, { ...sound, 'receipts.jsonl': dropped })).toContain('Differences: 2')
  await page.getByText('receipt 2: it does not continue the receipt before').waitFor()
  const resold = {
    ...savedReport,
    text: savedReport.text.replace('time=1800054000000', 'time=1800054000001'),
  }
  expect(
    (await verdictsOf(page, { ...sound, 'report.json': resold })).filter(
      (text) => text !== 'No differences.',
    ),
  ).toHaveLength(1)

  // Another owner, no keys, and a file that is none.
  await page.getByLabel('Your account number, optional').fill('10002')
  await page.getByText('✗ Your leaves are missing, doubled or of another account.').waitFor()
  await page.getByLabel('Your account number, optional').fill('')
  expect(await verdictsOf(page, { 'proof.json': savedProof, 'a.json': { uid: 1 } })).toEqual([
    expect.stringMatching(/^No keys were chosen/),
    'No differences.',
  ])
  expect(await page.getByText('✓ The signature is valid').count()).toBe(0)
  await page.getByText('a.json: cannot be read').waitFor()

  await page.getByLabel('Language').selectOption('ru')
  await page.getByRole('heading', { name: 'Проверка Glasshouse' }).waitFor()
  expect(requests).toEqual([verifierAddress])
  const reached = await page.evaluate(async () =>
    fetch('https://example.com/').then(
      () => true,
      () => false,
    ),
  )
  expect(reached).toBe(false)
})
