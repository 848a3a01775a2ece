import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyid, proof, publickey, signed, signText } from './liabilities/example.fixture.ts'
import { parseSavedFile } from './savedFiles.ts'

const key = { keyid, publickey, from: 1, until: null, announced: true, announcement: null }
const receipt = { text: 'glasshouse.receipt.v1\nkey=1', signature: signText('x'), keyid }
const holding = {
  asset: 'USDT',
  network: 1001,
  address: '0x1',
  message: 'm',
  signature: 's',
  amount: '1',
  block: 7,
}
const heads = { ...signed, text: 'glasshouse.heads.v1\nkey=1' }

it('tells each kind by its content', () => {
  expect(parseSavedFile(JSON.stringify(proof))).toEqual({ kind: 'proof', proof })
  expect(parseSavedFile(JSON.stringify(signed, null, 2))).toEqual({ kind: 'report', report: signed })
  expect(parseSavedFile(JSON.stringify([key]))).toEqual({ kind: 'keys', keys: [key] })
  expect(parseSavedFile(`${JSON.stringify(receipt)}\n`)).toEqual({ kind: 'receipts', receipts: [receipt] })
  expect(parseSavedFile(JSON.stringify([holding]))).toEqual({ kind: 'holdings', holdings: [holding] })
  const lines = `${JSON.stringify(heads)}\r\n${JSON.stringify(heads)}\n`
  expect(parseSavedFile(lines)).toEqual({ kind: 'heads', heads: [heads, heads] })
})

it('reads nothing with a missing field, wherever it is', () => {
  const withoutEach = (value: object): string[] =>
    Object.keys(value).map((name) => JSON.stringify({ ...value, [name]: undefined }))
  const [leaf = null] = proof.leaves
  const files = [
    ...withoutEach(proof),
    ...withoutEach(signed),
    ...withoutEach(receipt),
    ...withoutEach(holding).map((text) => `[${text}]`),
    ...['keyid', 'publickey', 'from', 'announced'].map((name) =>
      JSON.stringify([{ ...key, [name]: undefined }]),
    ),
    ...withoutEach(leaf ?? {}).map((text) => JSON.stringify({ ...proof, leaves: [JSON.parse(text)] })),
    JSON.stringify({ ...proof, leaves: [{ ...leaf, path: [{ hash: 'ab' }] }] }),
    `${JSON.stringify(receipt)}\n{"text":"glasshouse.receipt.v1"}\n`,
    `${JSON.stringify(receipt)}\nno JSON\n`,
    '[]',
    '',
    'null',
  ]
  for (const text of files) expect(parseSavedFile(text).kind, text).toBe('unreadable')
})

it('throws for no text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseSavedFile(text).kind).toBe('unreadable')
    }),
  )
})
