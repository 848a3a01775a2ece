import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatQuantity, type Quantity } from '@glasshouse/core/money/units'
import { allot } from '@glasshouse/core/subscription/rules'
import { headsText } from '@glasshouse/core/trust/heads'
import { holdingMessage } from '@glasshouse/core/trust/holdings/holdings'
import { makeWallet } from '@glasshouse/core/trust/holdings/wallet.fixture'
import { noHash, noneProven, type Report, reportText } from '@glasshouse/core/trust/liabilities/report'
import { contextBytes, leafBytes, nodeBytes, type TreeNode } from '@glasshouse/core/trust/liabilities/tree'
import { keyText, receiptText } from '@glasshouse/core/trust/receipts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runTrust } from './trust.ts'

const sha256 = (bytes: string | Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const hexOf = (text: string) => hex(sha256(text))

const makeKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const keyid = hex(sha256(raw)).slice(0, 16)
  const signText = (text: string) => ({
    text,
    signature: sign(null, Buffer.from(text), privateKey).toString('hex'),
    keyid,
    hash: hexOf(text),
  })
  return { keyid, publickey: hex(raw), signText }
}
type Key = ReturnType<typeof makeKey>
const [old, young] = [makeKey(), makeKey()]
const announcement = old.signText(
  keyText({ keyid: young.keyid, publickey: young.publickey, from: 5, previous: old.keyid }),
)
const keys = [
  {
    ...{ keyid: old.keyid, publickey: old.publickey, from: 1, until: 5, announced: true },
    announcement: null,
  },
  {
    ...{ keyid: young.keyid, publickey: young.publickey, from: 5, until: null, announced: true },
    announcement,
  },
]

const uid = 10_001
const assets = ['BTC', 'USDT']
const amountText = (units: bigint) => `0.0000000${units}`.replace('0.00000000', '0')
const amountsOf = (sums: readonly bigint[]) => ({
  BTC: amountText(sums[0] ?? 0n),
  USDT: amountText(sums[1] ?? 0n),
})

/** A report about two customers of two leaves each, signed by a key, and the proof of the first. */
const makeReport = (key: Key, number: number, previous: string, change: Partial<Report> = {}) => {
  const base = { number, day: `2027010${number}`, assets, parts: 2 }
  const context = sha256(contextBytes(base))
  const cut: readonly (readonly [number, number, readonly bigint[]])[] = [
    [uid, 0, [1n, 2n]],
    [uid, 1, [0n, 3n]],
    [uid + 1, 0, [0n, 0n]],
    [uid + 1, 1, [1n, 1n]],
  ]
  const leaves = cut
    .map(([of, part, sums]) => {
      const nonce = sha256(`nonce ${number} ${of} ${part}`)
      return { of, part, nonce, sums, hash: sha256(leafBytes(context, { nonce, uid: of, part }, sums)) }
    })
    .sort((a, b) => (hex(a.hash) < hex(b.hash) ? -1 : 1))
  const above = (a: TreeNode, b: TreeNode): TreeNode => ({
    hash: sha256(nodeBytes(context, a, b)),
    sums: a.sums.map((sum, at) => sum + (b.sums[at] ?? 0n)),
  })
  const [one, two, three, four] = leaves as unknown as readonly [TreeNode, TreeNode, TreeNode, TreeNode]
  const halves = [above(one, two), above(three, four)] as const
  const root = above(...halves)
  const head = { name: 'BTCUSDT', n: number, hash: hexOf(`tick ${number}`) }
  const signed = key.signText(
    reportText({
      ...{ ...base, key: key.keyid, time: number, previous, customers: 2, leaves: 4, root: hex(root.hash) },
      totals: new Map(assets.map((asset, at) => [asset, root.sums[at] ?? 0n])),
      book: new Map([
        ['outside.deposits.bank.BTC', -2n],
        ['outside.deposits.bank.USDT', -16n],
        ['house.interest.1.USDT', 10n],
        ['promised.interest.USDT', 4n],
      ]),
      ...{ transaction: number, heads: [head], holdings: noneProven },
      ...change,
    }),
  )
  const path = (index: number) =>
    [leaves[index ^ 1], halves[index < 2 ? 1 : 0]].map((node) => ({
      hash: hex(node?.hash ?? new Uint8Array()),
      sums: amountsOf(node?.sums ?? []),
    }))
  return {
    signed,
    proof: {
      report: signed,
      uid,
      balances: amountsOf([1n, 5n]),
      leaves: leaves.flatMap(({ of, part, nonce, sums }, index) =>
        of === uid ? [{ part, nonce: hex(nonce), amounts: amountsOf(sums), index, path: path(index) }] : [],
      ),
    },
  }
}
const first = makeReport(old, 1, noHash)
const second = makeReport(old, 2, first.signed.hash)
// The key is replaced between the second and the third: the heads and texts of both stay valid.
const third = makeReport(young, 3, second.signed.hash)
const reports = [first, second, third].map(({ signed }) => signed)
const heads = [old, old, young].map((key, at) =>
  key.signText(
    headsText(key.keyid, 60_000 * at, [{ name: 'BTCUSDT', n: at + 1, hash: hexOf(`tick ${at + 1}`) }]),
  ),
)

const receipts: { text: string; signature: string; keyid: string }[] = []
for (const [at, key] of [old, old, young].entries()) {
  const before = receipts.at(-1)
  const previous = before === undefined ? noHash : hexOf(before.text)
  const { text, signature, keyid } = key.signText(
    receiptText(
      {
        key: key.keyid,
        transaction: 3 * at + 1,
        uid,
        time: at,
        causeKind: 'deposit',
        causeId: at + 1,
        previous,
      },
      [
        {
          ...{ purpose: 'wallet', asset: 'USDT', type: 1 },
          ...{ amount: 5n, balance: 5n * BigInt(at + 1), sequence: at + 1 },
        },
      ],
    ),
  )
  receipts.push({ text, signature, keyid })
}

const issue = { number: 30n as Quantity, step: 10n as Quantity }
const drawHead = hexOf('head')
const makeAllotment = async () => {
  const asked = [20n, 20n, 30n].map((units, at) => ({ hash: hexOf(String(at)), asked: units as Quantity }))
  const allotted = await allot(issue, asked, drawHead, hexOf)
  return {
    ...{ id: 1, number: formatQuantity(issue.number), step: formatQuantity(issue.step), applications: 3 },
    asked: formatQuantity(70n as Quantity),
    head: { minute: 1, symbol: 'BTCUSDT', n: 1, hash: drawHead },
    rows: allotted.map((row) => ({
      ...{ hash: row.hash, asked: formatQuantity(row.asked), allotted: formatQuantity(row.allotted) },
    })),
  }
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'glasshouse-tamperings-'))
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** Another value of the same form: hex stays hex, an amount an amount. */
const otherText = (text: string): readonly string[] => {
  if (text.includes('\n')) return textTamperings(text)
  if (/^\d+(\.\d+)?$/.test(text) && text.length < 16)
    return [text.endsWith('1') ? `${text.slice(0, -1)}2` : text === '0' ? '1' : `${text.slice(0, -1)}1`]
  return [`${text.startsWith('a') ? 'b' : 'a'}${text.slice(1)}`]
}
/** A text with one of its lines changed, one without, one with a line twice. */
const textTamperings = (text: string): readonly string[] => {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const changed = line.replace(/.$/, (end) => (end === '1' ? '2' : '1'))
    return [[changed], [], [line, line]].map((now) => lines.toSpliced(at, 1, ...now).join('\n'))
  })
}
/** Every value that differs from a value in one leaf, one missing entry or one doubled entry of a list, with its place. */
const tamperingsOf = (value: Json, place = ''): readonly (readonly [string, Json])[] => {
  if (typeof value === 'string') return otherText(value).map((text) => [place, text])
  if (typeof value === 'number') return [[place, value + 1]]
  if (typeof value === 'boolean') return [[place, !value]]
  if (value === null) return []
  if (Array.isArray(value)) {
    const list = value as readonly Json[]
    return list.flatMap((entry, at) => [
      ...tamperingsOf(entry, `${place}[${at}]`).map(([name, now]) => [name, list.with(at, now)] as const),
      [`${place}[${at}] missing`, list.toSpliced(at, 1)] as const,
      [`${place}[${at}] twice`, list.toSpliced(at, 0, entry)] as const,
    ])
  }
  return Object.entries(value).flatMap(([name, entry]) =>
    tamperingsOf(entry, `${place}.${name}`).map(([at, now]) => [at, { ...value, [name]: now }] as const),
  )
}

const files = new Map<string, Json>()
const write = async (name: string, value: Json): Promise<void> => {
  files.set(name, value)
  const lines = name.endsWith('.jsonl') ? (value as readonly Json[]) : null
  const text = lines === null ? JSON.stringify(value) : lines.map((line) => JSON.stringify(line)).join('\n')
  await writeFile(join(folder, name), text)
}
const restore = async (name: string): Promise<void> => write(name, files.get(name) ?? null)

/** Runs a command on every tampering of a file and lists those it calls sound. */
const overlooked = async (name: string, value: Json, args: readonly string[]): Promise<readonly string[]> => {
  await write(name, value)
  expect(await runTrust(args)).toBe(0)
  const found: string[] = []
  const all = tamperingsOf(value)
  expect(all.length).toBeGreaterThan(20)
  for (const [place, tampered] of all) {
    await write(name, tampered)
    if ((await runTrust(args)) === 0) found.push(`${name}${place}`)
  }
  files.set(name, value)
  await restore(name)
  return found
}
const at = (name: string) => join(folder, name)
const asJson = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json

it('finds every change of a proof, field by field', async () => {
  await write('keys.json', asJson(keys))
  for (const [name, { proof }] of [
    ['old.json', first],
    ['young.json', third],
  ] as const)
    expect(await overlooked(name, asJson(proof), ['proof', at(name), '--keys', at('keys.json')])).toEqual([])
})

it('finds every change of a file of receipts that two keys signed', async () => {
  await write('keys.json', asJson(keys))
  const name = 'receipts.jsonl'
  const found = await overlooked(name, asJson(receipts), ['receipts', at(name), '--keys', at('keys.json')])
  // A file may begin with any receipt and end with any: what lies outside is bound by the receipt that a customer kept.
  expect(found).toEqual([`${name}[0] missing`, `${name}[2] missing`])
})

it('finds every change of reports, their heads and keys', async () => {
  for (const [index, report] of reports.entries()) await write(`${index + 1}.json`, asJson(report))
  await write('heads.jsonl', asJson(heads))
  await write('keys.json', asJson(keys))
  const args = ['reports', folder]
  for (const name of ['1.json', '2.json', '3.json'])
    expect(await overlooked(name, files.get(name) ?? null, args)).toEqual([])
  // Heads prove what they name; one that is missing, or there twice, proves nothing less of a report.
  const ofHeads = await overlooked('heads.jsonl', asJson(heads), args)
  expect(ofHeads.every((place) => / (missing|twice)$/.test(place))).toBe(true)
  // Nothing signs when the first key began or when one ended; whether a list is whole is told by who kept an older one.
  expect(await overlooked('keys.json', asJson(keys), args)).toEqual([
    'keys.json[0].from',
    'keys.json[0].until',
    'keys.json[0].announced',
  ])
})

/** Reports that the operator signs anew, so that only links, sums and comparisons can tell. */
const resigned: readonly (readonly [string, readonly ReturnType<typeof makeReport>[]])[] = [
  ['another report before', [first, makeReport(old, 2, hexOf('another'))]],
  ['a number left out', [first, makeReport(old, 3, first.signed.hash)]],
  ['a first report that names one before', [makeReport(old, 1, hexOf('hidden'))]],
  ['time that goes back', [first, makeReport(old, 2, first.signed.hash, { time: 0 })]],
  ['fewer transactions', [first, makeReport(old, 2, first.signed.hash, { transaction: 0 })]],
  [
    'a price that was not published',
    [makeReport(old, 1, noHash, { heads: [{ name: 'BTCUSDT', n: 1, hash: hexOf('other tick') }] })],
  ],
  ['a book that is not zero', [makeReport(old, 1, noHash, { book: new Map([['house.trading.USDT', 1n]]) })]],
  [
    'interest that is not set aside',
    [
      makeReport(old, 1, noHash, {
        book: new Map([
          ['outside.deposits.bank.BTC', -2n],
          ['outside.deposits.bank.USDT', -16n],
          ['house.interest.1.USDT', 10n],
          ['promised.interest.USDT', 11n],
        ]),
      }),
    ],
  ],
  ['another key in the text', [makeReport(old, 1, noHash, { key: young.keyid })]],
]
it.each(resigned)('finds %s although it is signed', async (_, changed) => {
  const own = await mkdtemp(join(folder, 'signed-'))
  await writeFile(join(own, 'keys.json'), JSON.stringify(keys))
  await writeFile(join(own, 'heads.jsonl'), heads.map((line) => JSON.stringify(line)).join('\n'))
  for (const { signed } of changed) {
    const number = /\nnumber=(\d+)\n/.exec(signed.text)?.[1]
    await writeFile(join(own, `${number}.json`), JSON.stringify(signed))
  }
  expect(await runTrust(['reports', own])).toBe(1)
})

it('finds every change of published holdings, and a report that states them without', async () => {
  const [cold, warm] = [makeWallet('cold'), makeWallet('warm')]
  const own = await mkdtemp(join(folder, 'held-'))
  const { signed } = makeReport(old, 1, noHash, { holdings: 'USDT:3@7,USDT:2@9' })
  await writeFile(join(own, 'keys.json'), JSON.stringify(keys))
  await writeFile(join(own, '1.json'), JSON.stringify(signed))
  const args = ['reports', own]
  expect(await runTrust(args)).toBe(1)
  const holdings = [
    ...([
      [cold, 1001, '1', 7] as const,
      [warm, 1001, '2', 7] as const,
      [cold, 1002, '2', 9] as const,
    ] as const),
  ].map(([{ addresses, sign }, network, amount, block]) => {
    const claim = { number: 1, day: '20270101', asset: 'USDT', network, address: addresses[network] }
    const { asset, address } = claim
    const [message, signature] = [holdingMessage(claim), sign(claim)]
    return { ...{ asset, network, address, message, signature }, checked: true, amount, block }
  })
  const name = `${own.slice(folder.length + 1)}/1.holdings.json`
  const missed = await overlooked(name, asJson(holdings), args)
  expect(missed).toEqual([])
})

it('finds every change of an allotment', async () => {
  const name = 'allotment.json'
  const found = await overlooked(name, asJson(await makeAllotment()), [
    'allotment',
    at(name),
    '--head',
    drawHead,
  ])
  // Which issue it is, and where the head was published, is what the reader compares; the hash of the head is given. That an
  // application is in the table is found by its owner.
  const rest = found.filter((place) => !/ rows\[\d\]\.hash$/.test(` ${place.slice(name.length + 1)}`))
  expect(rest).toEqual(['.id', '.head.minute', '.head.symbol', '.head.n'].map((place) => `${name}${place}`))
})
