import { createHash, generateKeyPairSync, type KeyObject, sign, webcrypto } from 'node:crypto'
import { expect, it } from 'vitest'
import type { HouseKey, SignedText } from './heads.ts'
import { headsText } from './headsText.ts'
import { webCrypto } from './liabilities/proof.ts'
import { noHash, noneProven, reportText } from './liabilities/report.ts'
import { keyText, receiptText } from './receipts.ts'
import {
  unannouncedKeys,
  verifyKeyLists,
  verifyKeys,
  verifyReceipts,
  verifyReportChain,
  verifyReports,
} from './verify.ts'

const crypto = webCrypto(webcrypto.subtle)
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const makeKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return { privateKey, keyid: sha256(raw).slice(0, 16), publickey: raw.toString('hex') }
}
const [former, current] = [makeKey(), makeKey()]
type Key = { readonly privateKey: KeyObject; readonly keyid: string }
const signText = (text: string, { privateKey, keyid }: Key = current): SignedText => ({
  text,
  signature: sign(null, Buffer.from(text), privateKey).toString('hex'),
  keyid,
  hash: sha256(text),
})
const entered = { keyid: current.keyid, publickey: current.publickey, from: 5 }
const announcement = signText(keyText({ ...entered, previous: former.keyid }), former)
const keys: readonly HouseKey[] = [
  {
    keyid: former.keyid,
    publickey: former.publickey,
    from: 1,
    until: 5,
    announced: true,
    announcement: null,
  },
  { ...entered, until: null, announced: true, announcement },
]

const chain = (() => {
  let previous = noHash
  return [7, 8, 12].map((transaction, at) => {
    const head = {
      key: current.keyid,
      transaction,
      uid: 10_001,
      time: 5 + at,
      causeKind: 'deposit',
      causeId: at,
      previous,
    }
    const signed = signText(
      receiptText(head, [
        {
          purpose: 'wallet',
          asset: 'USDT',
          type: 1,
          amount: 100n,
          balance: 100n * BigInt(at + 1),
          sequence: at + 1,
        },
      ]),
    )
    previous = signed.hash
    return signed
  })
})()
const receipts = chain.map(({ text, signature, keyid }) => ({ text, signature, keyid }))
/** A receipt with another text, signed anew as only the operator could. */
const rewritten = (at: number, from: string | RegExp, to: string) =>
  receipts.map((one, place) => (place === at ? signText(one.text.replace(from, to)) : one))

it('accepts whole receipts, also from the middle of a chain', async () => {
  expect(await verifyReceipts(crypto, receipts, keys)).toEqual([])
  expect(await verifyReceipts(crypto, receipts.slice(1), keys)).toEqual([])
})

it.each([
  [
    'a signature',
    receipts.map((one, at) => (at === 1 ? { ...one, signature: `00${one.signature.slice(2)}` } : one)),
    /signature/,
  ],
  ['a text', receipts.map((one, at) => (at === 1 ? { ...one, text: `${one.text}0` } : one)), /signature/],
  ['a key id', receipts.map((one) => ({ ...one, keyid: 'f'.repeat(16) })), /not listed/],
  ['the key of the text', rewritten(1, `key=${current.keyid}`, `key=${former.keyid}`), /another key/],
  ['the kind', rewritten(1, 'glasshouse.receipt.v1', 'glasshouse.receipt.v2'), /no receipt/],
  ['a dropped receipt', [receipts[0], receipts[2]].filter((one) => one !== undefined), /does not continue/],
  [
    'the order',
    [receipts[1], receipts[0], receipts[2]].filter((one) => one !== undefined),
    /does not continue/,
  ],
  ['a link', rewritten(1, /previous=../, 'previous=ff'), /does not continue/],
  ['the owner', rewritten(2, 'uid=10001', 'uid=10002'), /another account/],
  ['the transaction', rewritten(2, 'transaction=12', 'transaction=8'), /not a later one/],
  ['an amount', rewritten(2, '0.000001,0.000003', '0.000002,0.000003'), /which is not/],
  ['a balance', rewritten(1, '0.000002', '0.000003'), /which is not/],
  ['a line', rewritten(2, 'line=', 'other='), /no receipt/],
])('refuses receipts after a change of %s', async (_, changed, reason) => {
  const found = await verifyReceipts(crypto, changed, keys)
  expect(found.map((one) => one.reason).join('; ')).toMatch(reason)
})

it('accepts announced keys, and refuses what another key announced', async () => {
  expect(await verifyKeys(crypto, keys)).toEqual([])
  const [first, second] = keys as readonly [HouseKey, HouseKey]
  const self = signText(announcement.text)
  expect(await verifyKeys(crypto, [first, { ...second, announcement: self }])).not.toEqual([])
  expect(await verifyKeys(crypto, [first, { ...second, announcement: null }])).not.toEqual([])
  expect(await verifyKeys(crypto, [first, { ...second, announced: false, announcement: null }])).toEqual([])
  expect(await verifyKeys(crypto, [first, { ...second, from: 6 }])).not.toEqual([])
  expect(await verifyKeys(crypto, [{ ...first, keyid: second.keyid }])).not.toEqual([])
})

const head = { name: 'BTCUSDT', n: 4, hash: 'ab'.repeat(32) }
const makeReports = (): SignedText[] => {
  let previous = noHash
  return [1, 2, 3].map((number) => {
    const signed = signText(
      reportText({
        ...{
          key: current.keyid,
          number,
          day: `2027010${number}`,
          time: number,
          previous,
          assets: ['USDT'],
          parts: 2,
        },
        ...{ customers: 1, leaves: 2, root: 'cd'.repeat(32), totals: new Map([['USDT', 5n]]) },
        book: new Map([['outside.deposits.bank.USDT', -5n]]),
        ...{ transaction: number, heads: [{ ...head, n: head.n + number }], holdings: noneProven },
      }),
    )
    previous = signed.hash
    return signed
  })
}
const reports = makeReports()
const heads = [2, 3].map((number) =>
  signText(
    headsText(current.keyid, 60_000 * number, [
      { ...head, n: head.n + number },
      { name: 'reports', n: number, hash: reports[number - 1]?.hash ?? '' },
    ]),
  ),
)
const edited = (at: number, from: string, to: string) =>
  reports.map((one, place) => (place === at ? signText(one.text.replace(from, to)) : one))

it('accepts whole reports with the heads of a day', async () => {
  expect(await verifyReports(crypto, reports, keys, heads)).toEqual([])
  expect(await verifyReports(crypto, reports, keys, [])).toEqual([])
  expect(await verifyReportChain(crypto, reports.slice(1), keys, heads, 'any')).toEqual([])
  expect(await verifyReportChain(crypto, reports.slice(0, 2), keys, heads, 'any')).toEqual([])
  const gap = [reports[0], reports[2]].filter((one) => one !== undefined)
  expect(await verifyReportChain(crypto, gap, keys, heads, 'any')).toHaveLength(2)
})

it.each([
  ['a signature', reports.map((one) => ({ ...one, signature: '00'.repeat(64) })), heads, /signature/],
  ['a hash', reports.map((one) => ({ ...one, hash: noHash })), heads, /hash/],
  ['a missing report', reports.filter((_, at) => at !== 1), heads, /does not follow/],
  ['the first report', reports.slice(1), heads, /first report is missing/],
  ['a number', edited(2, 'number=3', 'number=4'), heads, /does not follow/],
  ['a link', edited(1, 'previous=', 'previous=00'), heads, /no report/],
  ['an edited report', edited(0, 'day=20270101', 'day=20270102'), heads, /hash of the report before/],
  ['a total', edited(2, 'total.USDT=0.00000005', 'total.USDT=0.00000004'), heads, /bookIsZero/],
  ['the key of the text', edited(2, `key=${current.keyid}`, `key=${former.keyid}`), heads, /another key/],
  ['the time', edited(2, 'time=3', 'time=1'), heads, /older/],
  ['the transaction', edited(2, 'transaction=3', 'transaction=1'), heads, /fewer/],
  ['the newest report, made anew', edited(2, 'time=3', 'time=4'), heads, /heads name another report/],
  ['the newest report', reports.slice(0, 2), heads, /name it, and it is not here/],
  ['a head', edited(2, `7:${head.hash}`, `7:${'ba'.repeat(32)}`), heads, /not the published/],
  [
    'a published head',
    reports,
    [heads[0], signText(headsText(current.keyid, 1, [{ ...head, n: 6, hash: noHash }]))].filter(
      (one) => one !== undefined,
    ),
    /two hashes/,
  ],
  [
    'the signature of heads',
    reports,
    heads.map((one) => ({ ...one, signature: '00'.repeat(64) })),
    /signature/,
  ],
])('refuses reports after a change of %s', async (_, changed, published, reason) => {
  const found = await verifyReports(crypto, changed, keys, published)
  expect(found.map((one) => one.reason).join('; ')).toMatch(reason)
})

/** Receipts of one customer with these entries each, signed and linked. */
const chained = (...all: readonly (readonly string[])[]) => {
  let previous = noHash
  return all.map((lines, at) => {
    const head = {
      key: current.keyid,
      transaction: at + 1,
      uid: 10_001,
      time: 5,
      causeKind: 'deposit',
      causeId: 1,
    }
    const text = [receiptText({ ...head, previous }, []), ...lines.map((line) => `line=${line}`)].join('\n')
    const signed = signText(text)
    previous = signed.hash
    return signed
  })
}
const reasonsOf = async (...all: readonly (readonly string[])[]) =>
  (await verifyReceipts(crypto, chained(...all), keys)).map(({ at, reason }) => `${at}: ${reason}`)

it('follows each account by itself, through amounts that come and go', async () => {
  expect(
    await reasonsOf(
      ['wallet,USDT,1,10.5,10.5', 'wallet,BTC,1,0.25,0.25'],
      ['coin,USDT,5,2,2', 'wallet,USDT,5,-2,8.5'],
      ['wallet,BTC,5,-0.25,0', 'wallet,USDT,1200,1234567890,1234567898.5'],
      ['coin,USDT,5,-2,0', 'wallet,USDT,5,0,1234567898.5', 'wallet,USDT,5,2,1234567900.5'],
    ),
  ).toEqual([])
})

it('says of which account a balance does not follow, and what was expected', async () => {
  expect(await reasonsOf(['wallet,USDT,1,10,10'], ['wallet,USDT,5,-2,12'])).toEqual([
    'receipt 2: wallet USDT was 10 and moved -2, which is not 12',
  ])
  // What left one account is not made up by another.
  expect(
    await reasonsOf(['wallet,USDT,1,10,10', 'coin,USDT,1,4,4'], ['wallet,USDT,5,-2,10', 'coin,USDT,5,0,2']),
  ).toHaveLength(2)
  expect(await reasonsOf(['wallet,USDT,1,0.1,0.1'], ['wallet,USDT,1,0.01,0.2'])).toHaveLength(1)
})

it.each([
  ...[
    'wallet,USDT,1,10',
    'wallet,USDT,1,10,10,10',
    'x wallet,USDT,1,10,10',
    'wallet,USDT,1,10,10 ',
    'wallet,usdt,1,10,10',
  ],
  ...[
    'wallet,USDT,12345,10,10',
    'wallet,USDT,1,+10,10',
    'wallet,USDT,1,10,-10',
    'wallet,USDT,1,10.,10',
    'wallet,USDT,1,1.123456789,10',
  ],
])('reads no entry from %s', async (line) => {
  expect(await reasonsOf([line])).toEqual([`receipt 1: no entry: ${line}`])
})

it('takes lists of one operator from several places and times as one', async () => {
  const [first, second] = keys as readonly [HouseKey, HouseKey]
  const before = [{ ...first, until: null }]
  for (const lists of [
    [keys, keys],
    [before, keys],
    [keys, before, keys],
  ]) {
    const found = await verifyKeyLists(crypto, lists)
    expect(found.differences).toEqual([])
    expect(found.keys).toEqual(keys)
  }
  expect(await verifyKeyLists(crypto, [])).toEqual({ keys: [], differences: [] })
  const stranger = { ...makeKey(), from: 5, until: null, announced: false, announcement: null }
  const found = await verifyKeyLists(crypto, [keys, [first, stranger]])
  expect(found.differences).toEqual([
    { at: `key ${stranger.keyid}`, reason: 'another list has another key in its place' },
  ])
  expect(found.keys).toEqual([first, second, stranger])
})

it('names the keys that the key before did not announce, and never the first one', () => {
  const [first, second] = keys as readonly [HouseKey, HouseKey]
  expect(unannouncedKeys(keys)).toEqual([])
  expect(unannouncedKeys([{ ...first, announced: false }])).toEqual([])
  expect(unannouncedKeys([first, { ...second, announced: false }])).toEqual([second.keyid])
})

it('says which key of a list is wrong, and why', async () => {
  const [first, second] = keys as readonly [HouseKey, HouseKey]
  const found = async (...list: HouseKey[]) =>
    (await verifyKeys(crypto, list)).map(({ at, reason }) => `${at}: ${reason}`)
  const short = { ...first, keyid: first.keyid.slice(0, 8) }
  expect(await found(short)).toEqual([`key ${short.keyid}: the key id is not that of the key`])
  expect(await found({ ...first, publickey: 'no hex' })).toEqual([
    `key ${first.keyid}: the key id is not that of the key`,
  ])
  expect(await found(first, { ...second, announced: true, announcement: null })).toEqual([
    `key ${second.keyid}: it is listed as announced without an announcement`,
  ])
  expect(await found(first, { ...second, announced: false })).toEqual([
    `key ${second.keyid}: it is listed as not announced beside an announcement`,
  ])
  expect(await found(first, { ...second, until: 9, from: 6 })).toEqual([
    `key ${second.keyid}: the announcement is of something else`,
  ])
  const self = signText(announcement.text)
  expect(await found(first, { ...second, announcement: self })).toEqual([
    `key ${second.keyid}: the announcement: the key ${current.keyid} is not listed`,
  ])
  // Older lists have no announcements.
  const { announcement: _, ...old } = second
  expect(await found(first, old)).toEqual([])
})

it('says where reports and heads differ', async () => {
  const at = async (changed: readonly SignedText[], published: readonly SignedText[] = []) =>
    (await verifyReports(crypto, changed, keys, published)).map((one) => one.at)
  const noReport = signText('glasshouse.report.v1\nkey=1')
  expect(await at([noReport])).toEqual(['report at place 1'])
  expect(await at([...reports.slice(0, 1), noReport])).toEqual(['report at place 2'])
  expect(await at(edited(2, 'time=3', 'time=1'))).toEqual(['report 3'])
  // The first report follows none.
  expect(await at(edited(0, `previous=${noHash}`, `previous=${'ab'.repeat(32)}`).slice(0, 1))).toEqual([
    'report 1',
  ])
  expect(await at(reports, [signText('no heads')])).toEqual(['heads'])
  expect(await at(reports, [{ ...heads[0], signature: '00'.repeat(64) } as SignedText])).toEqual([
    'heads of 120000',
  ])
  const named = (name: string, n: number) =>
    signText(headsText(current.keyid, 1, [{ name, n, hash: noHash }]))
  expect(await at(reports, [named('reports', 12)])).toEqual(['report 12'])
  // Two at the same instant, or that count the same transactions, are in order.
  const still = edited(2, 'time=3', 'time=2').map((one) =>
    signText(one.text.replace('transaction=3', 'transaction=2')),
  )
  expect(await at(still)).toEqual([])
  // Heads of a market whose name ends like the chain of reports name none.
  expect(await at(reports, [named('myreports', 12), named('reportsx', 12)])).toEqual([])
})
