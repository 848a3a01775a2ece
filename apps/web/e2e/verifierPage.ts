import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  keyid,
  proof,
  publickey,
  sha256,
  signed,
  signText,
} from '@glasshouse/core/trust/liabilities/example.fixture'
import { noHash } from '@glasshouse/core/trust/liabilities/report'
import { receiptText } from '@glasshouse/core/trust/receipts'
import type { Browser, Page } from 'playwright-core'

/** The built verifier, opened from disk. */
export const verifierAddress = pathToFileURL(join(import.meta.dirname, '..', 'dist', 'verifier.html')).href

const hex = (text: string): string => Buffer.from(sha256(text)).toString('hex')

/** Three receipts of the example’s key, chained. */
const receiptsOf = (): readonly {
  readonly text: string
  readonly signature: string
  readonly keyid: string
}[] => {
  let previous = noHash
  return [41, 42, 43].map((transaction, at) => {
    const head = {
      key: keyid,
      transaction,
      uid: 10_001,
      time: 5 + at,
      causeKind: 'deposit',
      causeId: at,
      previous,
    }
    const entry = { purpose: 'wallet', asset: 'USDT', type: 1, amount: 100n, sequence: at + 1 }
    const text = receiptText(head, [{ ...entry, balance: 100n * BigInt(at + 1) }])
    previous = hex(text)
    return { text, signature: signText(text), keyid }
  })
}

export const savedReceipts = receiptsOf()
export const savedKeys = [
  { keyid, publickey, from: 1, until: null, announced: true, announcement: null },
] as const
export const savedProof = proof
export const savedReport = signed

/** Opens the verifier and collects every request it makes. */
export const openVerifier = async (
  browser: Browser,
  language: string,
): Promise<{ readonly page: Page; readonly requests: readonly string[] }> => {
  const context = await browser.newContext({ locale: language, viewport: { width: 800, height: 1000 } })
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(verifierAddress)
  return { page, requests }
}

/** Gives the verifier files by name and waits for its verdicts. */
export const verdictsOf = async (
  page: Page,
  files: Readonly<Record<string, unknown>>,
): Promise<readonly string[]> => {
  await page.locator('input[type=file]').setInputFiles([])
  await page.evaluate(`document.querySelector('.results')?.replaceChildren()`)
  await page.locator('input[type=file]').setInputFiles(
    Object.entries(files).map(([name, content]) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(
        name.endsWith('.jsonl') && Array.isArray(content)
          ? content.map((line) => JSON.stringify(line)).join('\n')
          : JSON.stringify(content),
      ),
    })),
  )
  await page.locator('.files').waitFor()
  return page.locator('.sound, .broken').allInnerTexts()
}
