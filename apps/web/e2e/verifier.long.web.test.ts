import { signText, tamperings } from '@glasshouse/core/trust/liabilities/example.fixture'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import { openVerifier, savedKeys, savedProof, savedReceipts, verdictsOf } from './verifierPage.ts'

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
  page = (await openVerifier(browser, 'en-GB')).page
  await page.getByLabel('Your account number, optional').fill(String(savedProof.uid))
})
afterAll(async () => browser?.close())

const isSound = (verdicts: readonly string[]): boolean => verdicts.every((text) => text === 'No differences.')

it.each(tamperings)('refuses a proof with another %s at step %s', async (_, step, change) => {
  const verdicts = await verdictsOf(page, { 'keys.json': savedKeys, 'proof.json': change(savedProof) })
  expect(isSound(verdicts)).toBe(false)
  await page
    .locator('.differences', { hasText: `${step}: ` })
    .first()
    .waitFor()
})

/** A receipt with another text, signed anew as only the operator could. */
const rewritten = (from: string, to: string) =>
  savedReceipts.map((receipt, at) => {
    const text = receipt.text.replace(from, to)
    return at === 1 ? { ...receipt, text, signature: signText(text) } : receipt
  })
const [first, second, third] = savedReceipts
const receiptTamperings: readonly (readonly [string, readonly unknown[]])[] = [
  ['text', savedReceipts.map((receipt) => ({ ...receipt, text: `${receipt.text} ` }))],
  ['signature', savedReceipts.map((receipt) => ({ ...receipt, signature: '00'.repeat(64) }))],
  ['key id', savedReceipts.map((receipt) => ({ ...receipt, keyid: 'f'.repeat(16) }))],
  ['order', [second, first, third]],
  ['dropped receipt', [first, third]],
  ['doubled receipt', [first, second, second, third]],
  ['kind', rewritten('glasshouse.receipt.v1', 'glasshouse.receipt.v2')],
  ['key', rewritten('key=1a', 'key=1b')],
  ['transaction', rewritten('transaction=42', 'transaction=40')],
  ['owner', rewritten('uid=10001', 'uid=10002')],
  ['time', rewritten('time=6', 'time=7')],
  ['cause', rewritten('cause=deposit:1', 'cause=deposit:9')],
  ['link', rewritten('previous=', 'previous=0')],
  ['amount', rewritten(',0.000001,', ',0.000002,')],
  ['balance', rewritten(',0.000002', ',0.000003')],
]

it.each(receiptTamperings)('refuses receipts with another %s', async (_, changed) => {
  expect(isSound(await verdictsOf(page, { 'keys.json': savedKeys, 'receipts.jsonl': changed }))).toBe(false)
})

it.each([
  ['key id', { keyid: '0'.repeat(16) }],
  ['key', { publickey: '00'.repeat(32) }],
])('refuses keys with another %s', async (_, change) => {
  const keys = savedKeys.map((key) => ({ ...key, ...change }))
  expect(isSound(await verdictsOf(page, { 'keys.json': keys, 'proof.json': savedProof }))).toBe(false)
})
