import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { headsText } from '@glasshouse/core/trust/headsText'
import { noHash, noneProven, reportText } from '@glasshouse/core/trust/liabilities/report'
import { contextBytes, leafBytes, nodeBytes } from '@glasshouse/core/trust/liabilities/tree'
import { receiptText } from '@glasshouse/core/trust/receipts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runTrust } from './trust.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const sha256 = (bytes: string | Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const keyid = hex(sha256(raw)).slice(0, 16)
const signText = (text: string) => ({
  text,
  signature: sign(null, Buffer.from(text), privateKey).toString('hex'),
  keyid,
  hash: hex(sha256(text)),
})

/** The allotment of one application. */
const allotment = {
  ...{
    id: 1,
    number: '600',
    step: '10',
    applications: 1,
    asked: '10',
    head: { minute: 1, symbol: 'BTCUSDT', n: 1, hash: 'ab'.repeat(32) },
  },
  rows: [{ hash: hex(sha256('1')), asked: '10', allotted: '10' }],
}

/** Two applications for 20 each of an issue of 30 coins: the further step goes to the first hash of the draw. */
const twoDraws = (winner: number) => ({
  ...{ ...allotment, number: '30', applications: 2, asked: '40' },
  rows: drawHashes.map((hash, at) => ({ hash, asked: '20', allotted: at === winner ? '20' : '10' })),
})
const drawHashes = ['1', '2'].map((id) => hex(sha256(id))).sort()
const [drawA = '', drawB = ''] = drawHashes.map((hash) => hex(sha256(`${'ab'.repeat(32)}\n${hash}`)))
const drawnFirst = drawA < drawB ? 0 : 1

/** A report about one customer with 5 units, cut into two leaves. */
const base = { number: 1, day: '20270101', assets: ['USDT'], parts: 2 }
const context = sha256(contextBytes(base))
const uid = 10_001
const leaves = [2n, 3n]
  .map((amount, part) => {
    const nonce = sha256(`nonce ${part}`)
    return {
      part,
      nonce,
      amount,
      sums: [amount],
      hash: sha256(leafBytes(context, { nonce, uid, part }, [amount])),
    }
  })
  .sort((a, b) => (hex(a.hash) < hex(b.hash) ? -1 : 1))
const [left, right] = leaves as [(typeof leaves)[number], (typeof leaves)[number]]
const report = signText(
  reportText({
    ...{ ...base, key: keyid, time: 1, previous: noHash, customers: 1, leaves: 2 },
    root: hex(sha256(nodeBytes(context, left, right))),
    totals: new Map([['USDT', 5n]]),
    book: new Map([['outside.deposits.bank.USDT', -5n]]),
    ...{ transaction: 1, heads: [], holdings: noneProven },
  }),
)
const amounts = (units: bigint) => ({ USDT: `0.0000000${units}` })
const proof = {
  report,
  uid,
  balances: amounts(5n),
  leaves: leaves.map(({ part, nonce, amount }, index) => {
    const other = index === 0 ? right : left
    return {
      ...{ part, index, nonce: hex(nonce), amounts: amounts(amount) },
      path: [{ hash: hex(other.hash), sums: amounts(other.amount) }],
    }
  }),
}
const { text, signature } = signText(
  receiptText(
    { key: keyid, transaction: 3, uid, time: 1, causeKind: 'deposit', causeId: 1, previous: noHash },
    [{ purpose: 'wallet', asset: 'USDT', type: 1, amount: 5n, balance: 5n, sequence: 1 }],
  ),
)

const key = { keyid, publickey: hex(raw), from: 1, until: null, announced: true }
let folder = ''
const path = (name: string) => join(folder, name)
const write = (name: string, value: unknown) =>
  writeFile(path(name), typeof value === 'string' ? value : JSON.stringify(value))
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-verify-'))
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  await Promise.all([
    write('keys.json', [key]),
    write('other.json', [{ ...key, keyid: '0'.repeat(16) }]),
    write('1.json', report),
    write('proof.json', proof),
    write('tampered.json', { ...proof, balances: amounts(6n) }),
    write('unsigned.json', { ...proof, report: { ...report, signature: '00'.repeat(64) } }),
    write('receipts.jsonl', `${JSON.stringify({ text, signature, keyid })}\n`),
    write('broken.jsonl', `${JSON.stringify({ text, signature: '00'.repeat(64), keyid })}\n`),
    write('allotment.json', allotment),
    write('allotted.json', { ...allotment, rows: [{ ...allotment.rows[0], allotted: '20' }] }),
    write('allotmentPage.json', { ...allotment, applications: 2 }),
    write('drawn.json', twoDraws(drawnFirst)),
    write('drawnOtherwise.json', twoDraws(1 - drawnFirst)),
    write('text.json', 'no JSON'),
    write('fields.json', { uid: 1 }),
  ])
})
afterAll(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

it.each([
  [0, ['proof', 'proof.json', 'keys.json']],
  [0, ['proof', 'proof.json']],
  [1, ['proof', 'tampered.json', 'keys.json']],
  [1, ['proof', 'unsigned.json', 'keys.json']],
  [1, ['proof', 'proof.json', 'other.json']],
  [2, ['proof', 'text.json', 'keys.json']],
  [2, ['proof', 'fields.json', 'keys.json']],
  [2, ['proof', 'none.json', 'keys.json']],
  [2, ['proof', 'proof.json', 'none.json']],
  [0, ['receipts', 'receipts.jsonl', 'keys.json']],
  [1, ['receipts', 'broken.jsonl', 'keys.json']],
  [2, ['receipts', 'text.json', 'keys.json']],
  [2, ['receipts', 'none.jsonl', 'keys.json']],
  [0, ['reports', '.', 'keys.json']],
  [0, ['reports', '.']],
  [1, ['reports', '.', 'other.json']],
  [2, ['reports', 'none', 'keys.json']],
] as const)('exits with %i for %j', async (exit, [command, file, keys]) => {
  const args = [command, path(file), ...(keys === undefined ? [] : ['--keys', path(keys)])]
  expect(await runTrust(args)).toBe(exit)
})

it.each([
  [0, 'allotment.json', 'ab'.repeat(32)],
  [1, 'allotment.json', 'cd'.repeat(32)],
  [1, 'allotmentPage.json', 'ab'.repeat(32)],
  [1, 'allotted.json', 'ab'.repeat(32)],
  [0, 'drawn.json', 'ab'.repeat(32)],
  [1, 'drawnOtherwise.json', 'ab'.repeat(32)],
  [2, 'allotment.json', 'ab'],
  [2, 'fields.json', 'ab'.repeat(32)],
] as const)('exits with %i for the allotment %s and head %s', async (exit, file, head) => {
  expect(await runTrust(['allotment', path(file), '--head', head])).toBe(exit)
})

describe('a key that the key before did not announce', () => {
  const entered = (change: object) => [
    key,
    { ...other, from: 1, until: null, announced: false, announcement: null, ...change },
  ]
  const otherKey = generateKeyPairSync('ed25519')
    .publicKey.export({ format: 'der', type: 'spki' })
    .subarray(-32)
  const other = { keyid: hex(sha256(otherKey)).slice(0, 16), publickey: hex(otherKey) }

  it('is named beside what is sound', async () => {
    await write('entered.json', entered({}))
    for (const [command, file] of [
      ['proof', 'proof.json'],
      ['receipts', 'receipts.jsonl'],
      ['reports', '.'],
    ] as const) {
      vi.mocked(console.log).mockClear()
      expect(await runTrust([command, path(file), '--keys', path('entered.json')]), command).toBe(0)
      expect(vi.mocked(console.log).mock.calls.flat().join('\n')).toContain(
        `the key ${other.keyid} was not announced by the former key`,
      )
    }
  })

  it('is a difference of a day that lists it as announced', async () => {
    const verifyDay = async (list: unknown) => {
      const own = await mkdtemp(join(folder, 'day-'))
      await writeFile(join(own, 'keys.json'), JSON.stringify(list))
      return spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), own], { encoding: 'utf8' })
    }
    expect((await verifyDay([key])).status).toBe(0)
    const plain = await verifyDay(entered({}))
    expect([plain.status, plain.stdout]).toEqual([0, expect.stringContaining('was not announced')])
    const forged = await verifyDay(entered({ announced: true }))
    expect([forged.status, forged.stdout]).toEqual([
      1,
      expect.stringContaining('it is listed as announced without an announcement'),
    ])
  })
})

it('wants a path, and for an allotment the head of the draw', async () => {
  for (const command of ['proof', 'receipts', 'reports', 'allotment', 'copy'])
    expect(await runTrust([command]), command).toBe(2)
  expect(await runTrust(['allotment', path('allotment.json')])).toBe(2)
})

it('reads no file that was cut, wherever it was', async () => {
  const files = { 'proof.json': proof, 'keys.json': [key], 'allotment.json': allotment }
  for (const [name, value] of Object.entries(files)) {
    const whole = JSON.stringify(value)
    for (const part of [0, 0.1, 0.5, 0.9]) {
      await write('cut.json', whole.slice(0, Math.floor(whole.length * part)))
      const args = {
        'proof.json': ['proof', path('cut.json')],
        'keys.json': ['proof', path('proof.json'), '--keys', path('cut.json')],
        'allotment.json': ['allotment', path('cut.json'), '--head', 'ab'.repeat(32)],
      }[name]
      expect(await runTrust(args ?? []), `${name} ${part}`).toBe(2)
    }
  }
  const line = JSON.stringify({ text, signature, keyid })
  // Whole lines are receipts, half a line is none, and empty lines say nothing.
  for (const [content, exit] of [
    ...[[`${line}\n\n`, 0] as const, [line, 0] as const, ['', 0] as const],
    ...[[`${line}\n${line.slice(0, 40)}`, 2] as const, [line.slice(0, -1), 2] as const],
    [`${line}\n${line}`, 1] as const,
  ]) {
    await write('cut.jsonl', content)
    expect(await runTrust(['receipts', path('cut.jsonl'), '--keys', path('keys.json')]), content).toBe(exit)
  }
})

describe('a folder of reports', () => {
  const reportOf = (change: Partial<Parameters<typeof reportText>[0]>) =>
    signText(
      reportText({
        ...{ ...base, key: keyid, time: 1, previous: noHash, customers: 1, leaves: 2 },
        ...{ root: hex(sha256(nodeBytes(context, left, right))), totals: new Map([['USDT', 5n]]) },
        book: new Map([['outside.deposits.bank.USDT', -5n]]),
        ...{ transaction: 1, heads: [], holdings: noneProven },
        ...change,
      }),
    )
  const first = reportOf({})
  const second = reportOf({ number: 2, previous: first.hash, time: 2, transaction: 2 })
  const heads = (hash: string) =>
    JSON.stringify(signText(headsText(keyid, 60_000, [{ name: 'reports', n: 2, hash }])))

  it.each<[string, 0 | 1 | 2, Record<string, unknown>]>([
    ['two reports that follow each other', 0, { '1.json': first, '2.json': second }],
    [
      'two with the heads of a minute',
      0,
      { '1.json': first, '2.json': second, 'heads.jsonl': heads(second.hash) },
    ],
    ['heads of another report', 1, { '1.json': first, '2.json': second, 'heads.jsonl': heads(first.hash) }],
    [
      'a report that the heads name and that is gone',
      1,
      { '1.json': first, 'heads.jsonl': heads(second.hash) },
    ],
    ['a missing first report', 1, { '2.json': second }],
    ['two files that changed places', 1, { '1.json': second, '2.json': first }],
    ['one report under two names', 1, { '1.json': first, '2.json': first }],
    ['holdings that no file proves', 1, { '1.json': reportOf({ holdings: 'USDT:5@7' }) }],
    [
      'holdings that an empty file does not prove',
      1,
      { '1.json': reportOf({ holdings: 'USDT:5@7' }), '1.holdings.json': [] },
    ],
    ['no holdings, and a file that says so', 0, { '1.json': first, '1.holdings.json': [] }],
    ['a text that is no report', 1, { '1.json': signText('glasshouse.report.v1\nnumber=1\nx=1') }],
    ['heads that were cut', 2, { '1.json': first, 'heads.jsonl': heads(first.hash).slice(0, 60) }],
    ['a report that was cut', 2, { '1.json': JSON.stringify(first).slice(0, 200) }],
    ['a report without a signature', 2, { '1.json': { ...first, signature: undefined } }],
    ['no report at all', 2, { 'notes.json': first }],
  ])('with %s: exits with %i', async (_, exit, files) => {
    const own = await mkdtemp(join(folder, 'reports-'))
    for (const [name, value] of Object.entries({ 'keys.json': [key], ...files }))
      await writeFile(join(own, name), typeof value === 'string' ? value : JSON.stringify(value))
    expect(await runTrust(['reports', own])).toBe(exit)
  })
})
