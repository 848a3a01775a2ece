import { webcrypto } from 'node:crypto'
import { toHex } from '@glasshouse/core/trust/bytes'
import type { HouseKey } from '@glasshouse/core/trust/heads'
import { headsText } from '@glasshouse/core/trust/headsText'
import {
  keyid,
  proof,
  publickey,
  report,
  sha256,
  signed,
  signText,
} from '@glasshouse/core/trust/liabilities/example.fixture'
import { webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { noHash, reportText } from '@glasshouse/core/trust/liabilities/report'
import { receiptText } from '@glasshouse/core/trust/receipts'
import { parseSavedFile, type SavedFile } from '@glasshouse/core/trust/savedFiles'
import { expect, it } from 'vitest'
import { checkFiles } from './checkFiles.ts'

const crypto = webCrypto(webcrypto.subtle)
const signedText = (text: string) => ({ text, signature: signText(text), keyid, hash: toHex(sha256(text)) })
const key: HouseKey = { keyid, publickey, from: 1, until: null, announced: true, announcement: null }
const keys: SavedFile = { kind: 'keys', keys: [key] }
const ofProof: SavedFile = { kind: 'proof', proof }
const ofReport: SavedFile = { kind: 'report', report: signed }
const receiptOf = (uid: number, transaction: number, previous: string, balance: bigint) =>
  signedText(
    receiptText(
      { key: keyid, transaction, uid, time: 1, causeKind: 'deposit', causeId: transaction, previous },
      [{ purpose: 'wallet', asset: 'USDT', type: 1, amount: 5n, balance, sequence: transaction }],
    ),
  )
const first = receiptOf(10_001, 1, noHash, 5n)
const second = receiptOf(10_001, 2, first.hash, 10n)
const receipts = (...all: (typeof first)[]): SavedFile => ({ kind: 'receipts', receipts: all })
const check = (files: readonly SavedFile[], uid: number | null = null) => checkFiles(crypto, files, uid)
/** The reasons of every list that was checked, by its kind. */
const reasons = async (files: readonly SavedFile[], uid: number | null = null) =>
  Object.fromEntries(
    (await check(files, uid)).lists.map(({ kind, differences }) => [
      kind,
      differences.map(({ reason }) => reason),
    ]),
  )

it('finds nothing wrong with sound files, each checked against the chosen keys', async () => {
  const found = await check([keys, ofProof, receipts(first, second)], 10_001)
  expect(found.lacksKeys).toBe(false)
  expect(found.proofs).toMatchObject([
    { uid: 10_001, report: 1, balances: proof.balances, result: { isSound: true } },
  ])
  expect(found.proofs[0]?.steps).toHaveLength(8)
  // The report of the proof is checked as one of the chain, once, though it is chosen twice.
  expect(await check([keys, ofReport, ofProof, receipts(first, second)])).toMatchObject({
    lists: [
      { kind: 'keys', count: 1, differences: [], begins: null },
      { kind: 'receipts', count: 2, differences: [] },
      { kind: 'reports', count: 1, differences: [], begins: null },
    ],
  })
})

it('takes keys that were saved at two places as one list, and names one that no key announced', async () => {
  expect(await reasons([keys, keys, ofReport])).toEqual({ keys: [], reports: [] })
  const other = { ...key, keyid: '0'.repeat(16), publickey: 'ab'.repeat(32), announced: false }
  const found = await check([keys, { kind: 'keys', keys: [key, other] }, ofReport])
  expect(found.lists[0]).toMatchObject({ kind: 'keys', count: 2, unannounced: [other.keyid] })
})

it('says that nothing was checked where keys are missing, and checks no signature silently', async () => {
  const found = await check([ofProof, receipts(first)], 10_001)
  expect(found).toMatchObject({ lists: [], lacksKeys: true })
  expect(found.proofs[0]?.steps).not.toContain('signature')
  expect(await check([])).toEqual({ proofs: [], lists: [], lacksKeys: false })
  expect(await check([{ kind: 'unreadable' }])).toEqual({ proofs: [], lists: [], lacksKeys: false })
})

it('compares everything with the account that was given', async () => {
  const found = await check([keys, ofProof, receipts(first, second)], 10_002)
  expect(found.proofs[0]?.result).toMatchObject({ isSound: false, step: 'leaves' })
  expect(await reasons([keys, receipts(first, second)], 10_002)).toEqual({
    ...{ keys: [], receipts: ['it is of account 10001', 'it is of account 10001'] },
  })
  const stranger = receiptOf(10_002, 3, second.hash, 15n)
  expect(await reasons([keys, receipts(first, second, stranger)], 10_001)).toEqual({
    ...{ keys: [], receipts: ['it is of account 10002', 'it is of another account'] },
  })
})

it('checks receipts of several files as one chain', async () => {
  expect(await reasons([receipts(first), keys, receipts(second)])).toEqual({ keys: [], receipts: [] })
  expect((await reasons([receipts(second), keys, receipts(first)]))['receipts']).not.toEqual([])
})

const laterText = (number: number, previous: string, holdings = report.holdings) =>
  signedText(reportText({ ...report, number, previous, holdings }))

it('begins a chain of reports with the first that is there, and says which', async () => {
  const third = laterText(3, laterText(2, signed.hash).hash)
  expect(await check([keys, { kind: 'report', report: third }])).toMatchObject({
    lists: [{ kind: 'keys' }, { kind: 'reports', count: 1, differences: [], begins: 3 }],
  })
  // With the first one there, the second is missing.
  expect((await reasons([{ kind: 'report', report: third }, keys, ofReport]))['reports']).toEqual([
    'it does not follow report 1',
    'it does not name the hash of the report before',
  ])
})

it('keeps two texts of one number apart, so that they cannot both be the report', async () => {
  const other: SavedFile = {
    kind: 'report',
    report: signedText(reportText({ ...report, time: report.time + 1 })),
  }
  const found = await reasons([keys, ofReport, other])
  expect(found['reports']).toContain('it does not follow report 1')
})

it('compares reports with heads that were published', async () => {
  const heads = (hash: string): SavedFile => ({
    kind: 'heads',
    heads: [signedText(headsText(keyid, 60_000, [{ name: 'reports', n: 1, hash }]))],
  })
  expect(await reasons([keys, ofReport, heads(signed.hash)])).toEqual({ keys: [], reports: [] })
  expect(await reasons([keys, ofReport, heads('ab'.repeat(32))])).toEqual({
    ...{ keys: [], reports: ['published heads name another report of this number'] },
  })
})

it('wants the proofs of holdings that a chosen report states', async () => {
  const stating = laterText(1, noHash, 'USDT:5@7')
  const found = await check([keys, { kind: 'report', report: stating }])
  expect(found.lists).toMatchObject([
    ...[{ kind: 'keys' }, { kind: 'reports' }],
    {
      kind: 'holdings',
      count: 0,
      number: 1,
      differences: [{ reason: expect.stringContaining('not those proven') }],
    },
  ])
  // Holdings of another report prove nothing of this one.
  const message = 'glasshouse.holding.v1\nnumber=2\nday=20270115'
  const other = {
    asset: 'USDT',
    network: 1001,
    address: '0x1',
    message,
    signature: '',
    amount: '5',
    block: 7,
  }
  const withOther = await check([
    keys,
    { kind: 'report', report: stating },
    { kind: 'holdings', holdings: [other] },
  ])
  expect(withOther.lists.at(-1)).toMatchObject({ kind: 'holdings', count: 0 })
  const ofThis = { ...other, message: message.replace('number=2', 'number=1') }
  const withThis = await check([
    keys,
    { kind: 'report', report: stating },
    { kind: 'holdings', holdings: [ofThis] },
  ])
  expect(withThis.lists.at(-1)?.differences.map(({ reason }) => reason)).toEqual([
    ...['the message is not of this report and address', 'the signature is not of this address'],
  ])
})

it('reads back what it checks from the texts of saved files, and nothing from a file that was cut', async () => {
  const lines = [first, second].map((one) => JSON.stringify(one)).join('\n')
  const whole = [JSON.stringify([key]), JSON.stringify(proof), lines].map(parseSavedFile)
  expect(await check(whole, 10_001)).toMatchObject({
    proofs: [{ result: { isSound: true } }],
    lacksKeys: false,
  })
  for (const text of [JSON.stringify([key]), JSON.stringify(proof), JSON.stringify(signed), lines])
    for (const cut of [1, 7, Math.floor(text.length / 3), text.length - 1]) {
      const file = parseSavedFile(text.slice(0, cut))
      // Whole lines of receipts are receipts; half a line is none.
      expect(file.kind, text.slice(0, cut).slice(-20)).toBe('unreadable')
    }
})
