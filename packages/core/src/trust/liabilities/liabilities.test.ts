import { createHash, createPrivateKey, createPublicKey, sign, webcrypto } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bytes, concatBytes, fromHex, toHex, utf8 } from '../bytes.ts'
import { keyText, parseReceipt, receiptText } from '../receipts.ts'
import { type LiabilityProof, type ProofStep, verifyProof, webCrypto } from './proof.ts'
import { bookIssues, noHash, noneProven, parseReport, type Report, reportText } from './report.ts'
import { addVectors, contextBytes, leafBytes, nodeBytes, pathSteps, splitAt, type TreeNode } from './tree.ts'

// The example of the specification, to the last digit.

const sha256 = (bytes: Uint8Array | string): Bytes =>
  new Uint8Array(createHash('sha256').update(bytes).digest())
const crypto = webCrypto(webcrypto.subtle)
const units = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}
const seed = sha256('example key')
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
})
const publickey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
const keyid = '1a8f706786d41630'
const signText = (text: string): string => sign(null, Buffer.from(text), key).toString('hex')
const keys = [{ keyid, publickey }]

const base = { number: 1, day: '20270115', assets: ['BTC', 'USDT'], parts: 2 }
const context = sha256(contextBytes(base))
const holders = [
  [10001, 0, '0.1', '700', 1, '50bd53647a9c4cfa2503f0a636e429c66b990991fe03fa25b4a589e31c5788c1'],
  [10001, 1, '0.15', '334.5', 4, 'd3f2da54f30bef38bcc29e7dd5b604d187a66428ad2fe6bebaa997533042136b'],
  [10002, 0, '0', '20', 0, '42b05b7493db53949bb7cb8c85b9e7177f3219f703744c4fda00063ad69174dd'],
  [10002, 1, '0', '80.00000001', 3, 'c9eec9cbfadb5aaeb536b2929f7ac2ee82bdceb365024927f99ce19c57f988be'],
  [10003, 0, '0', '0', 2, '7869e4c7030d7c91a2672050ad3bcb6e6bb092566fe7199c858196abc0c390e4'],
  [10003, 1, '0', '0', 5, 'f9e84c7481fb5c375df347f96669856306a4ce7cbbed0dd7659adfac1016d4ae'],
] as const
const nonceOf = (k: number): Bytes => sha256(`example nonce ${k}`)
const leaves = holders.map(([uid, part, btc, usdt], k): TreeNode => {
  const sums = [units(btc), units(usdt)]
  return { sums, hash: sha256(leafBytes(context, { nonce: nonceOf(k), uid, part }, sums)) }
})

/** Every level of the tree above sorted leaves. */
const levelsOf = (sorted: readonly TreeNode[]): readonly (readonly TreeNode[])[] => {
  const levels = [sorted]
  for (let level = sorted; level.length > 1; ) {
    const above: TreeNode[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at] as TreeNode, level[at + 1]]
      if (right === undefined) above.push(left)
      else
        above.push({
          hash: sha256(nodeBytes(context, left, right)),
          sums: addVectors(left.sums, right.sums) ?? [],
        })
    }
    levels.push(above)
    level = above
  }
  return levels
}
const levels = levelsOf(
  [0, 1, 2, 3, 4, 5].map((index) => leaves[holders.findIndex(([, , , , at]) => at === index)] as TreeNode),
)

const report: Report = {
  ...base,
  ...{ key: keyid, time: 1_800_054_000_000, previous: noHash, customers: 3, leaves: 6 },
  root: '4b22e18e9c686468a24f6051ca6ce611326fd185a5dd866093152878ad85098f',
  totals: new Map([
    ['BTC', units('0.25')],
    ['USDT', units('1134.50000001')],
  ]),
  book: new Map([
    ['promised.interest.USDT', units('0.55')],
    ['outside.deposits.sandbox.USDT', -units('2184.50000001')],
    ['outside.deposits.practiceSample.BTC', -units('0.25')],
    ['house.trading.USDT', units('1000')],
    ['house.interest.3.USDT', units('50')],
    ['credit.bonus', 0n],
  ]),
  ...{ transaction: 41, heads: [], holdings: noneProven },
}
const text = reportText(report)
const signed = { text, signature: signText(text), keyid, hash: toHex(sha256(text)) }
const amountsOf = ([btc, usdt]: readonly bigint[]) => {
  const decimal = (value = 0n) => {
    const digits = value.toString().padStart(9, '0')
    return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
  }
  return { BTC: decimal(btc), USDT: decimal(usdt) }
}
const proof: LiabilityProof = {
  report: signed,
  uid: 10001,
  balances: { BTC: '0.25', USDT: '1034.5' },
  leaves: [0, 1].map((k) => {
    const index = holders[k]?.[4] ?? 0
    return {
      part: k,
      nonce: toHex(nonceOf(k)),
      amounts: amountsOf(leaves[k]?.sums ?? []),
      index,
      path: pathSteps(index, 6).flatMap(({ level, sibling }) => {
        const node = sibling === null ? undefined : levels[level]?.[sibling]
        return node === undefined ? [] : [{ hash: toHex(node.hash), sums: amountsOf(node.sums) }]
      }),
    }
  }),
}

it('computes the leaves, levels, root, report and receipt of the example', () => {
  expect(toHex(context)).toBe('1d61786dbbc3eb4060bb902fa785948e443e0f2d438796a35b955b8e403be3e5')
  expect(leaves.map(({ hash }) => toHex(hash))).toEqual(holders.map(([, , , , , hash]) => hash))
  expect(levels[1]?.map(({ hash }) => toHex(hash))).toEqual([
    '20e9da7dd211f1717ea22a324392a36e0d21b26029eba1c04ca509b047820804',
    '6e43ac75fa68f13ba6c9ac7f60e155070a327138de5bb019c8d8e2b0747173a8',
    '7476dcf50d868881b6c29235de96620c88ac0eb34b38140b991df43125a466ff',
  ])
  expect(levels[2]?.[0] && toHex(levels[2][0].hash)).toBe(
    '964699d2482993d0bec8cf3740211f4ab13bcff76cbe01a6c443e6b836655fc0',
  )
  expect(levels[3]?.[0] && toHex(levels[3][0].hash)).toBe(report.root)
  expect(levels[3]?.[0]?.sums).toEqual([...report.totals.values()])
  expect(publickey).toBe('6acaf2336e1175820a7a68873de916bbfbfb6804f39c298561a68f4e11a612a6')
  expect(toHex(sha256(fromHex(publickey) ?? '')).slice(0, 16)).toBe(keyid)
  expect(signed.hash).toBe('282cc18d58e5c3d3921df461de95fd7d3d0395a0bebd7f7e84db3463232c1c74')
  expect(signed.signature).toBe(
    '2974595dbc1a3fdc66adf39ed344bb7f59bd737bf4aabd1a23f017b2bacc6869eb9e46a840c418eda32c52168e6efc1b53850f6a333c543956a0b74969230c0f',
  )
  const receipt = receiptText(
    {
      key: keyid,
      transaction: 41,
      uid: 10001,
      time: 1_800_010_000_000,
      causeKind: 'investBought',
      causeId: 7,
      previous: noHash,
    },
    [
      {
        purpose: 'wallet',
        asset: 'USDT',
        type: 20,
        amount: -units('500'),
        balance: units('534.5'),
        sequence: 9,
      },
      {
        purpose: 'principal',
        asset: 'USDT',
        type: 20,
        amount: units('500'),
        balance: units('500'),
        sequence: 1,
      },
    ],
  )
  expect(toHex(sha256(receipt))).toBe('5a3de71b9b8785f574eda711c4efd2c3e59554b854b370883beabbae514db766')
  expect(signText(receipt)).toBe(
    'd745c54ad09e602daaa85dc89f8bf981842363b0b069fe368dcd09eeff1562f54dab44d2d5a624f55ff8f94a2d373acb300c832c339499fbf0c3d18d1eca3901',
  )
  expect(parseReceipt(receipt)).toMatchObject({
    transaction: 41,
    uid: 10001,
    causeKind: 'investBought',
    causeId: 7,
  })
  expect(parseReceipt(keyText({ keyid, publickey, from: 1, previous: keyid }))).toBeNull()
  expect(bookIssues(report)).toEqual([])
  expect(parseReport(text)?.root).toBe(report.root)
})

it('accepts the proof of the example', async () => {
  expect(await verifyProof(crypto, proof, keys, 10001)).toMatchObject({ isSound: true })
})

type Change = (draft: LiabilityProof) => LiabilityProof
const leafChange =
  (change: (leaf: LiabilityProof['leaves'][number]) => object): Change =>
  (draft) => ({
    ...draft,
    leaves: draft.leaves.map((leaf, at) => (at === 0 ? { ...leaf, ...change(leaf) } : leaf)),
  })
/** The report with another text, signed anew as only the operator could. */
const resigned =
  (change: (said: string) => string): Change =>
  (draft) => {
    const other = change(draft.report.text)
    return {
      ...draft,
      report: { ...draft.report, text: other, hash: toHex(sha256(other)), signature: signText(other) },
    }
  }
const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)
const tamperings: readonly (readonly [string, ProofStep, Change])[] = [
  ['hash', 'hash', (draft) => ({ ...draft, report: { ...draft.report, hash: flip(draft.report.hash) } })],
  ['text', 'hash', (draft) => ({ ...draft, report: { ...draft.report, text: `${draft.report.text} ` } })],
  ['key id', 'key', (draft) => ({ ...draft, report: { ...draft.report, keyid: flip(keyid) } })],
  [
    'signature',
    'signature',
    (draft) => ({ ...draft, report: { ...draft.report, signature: flip(draft.report.signature) } }),
  ],
  [
    'line out of order',
    'report',
    resigned((said) => said.replace('number=1\nday=20270115', 'day=20270115\nnumber=1')),
  ],
  ['key line', 'report', resigned((said) => said.replace(`key=${keyid}`, `key=${flip(keyid)}`))],
  ['uid', 'leaves', (draft) => ({ ...draft, uid: 10002 })],
  ['missing leaf', 'leaves', (draft) => ({ ...draft, leaves: draft.leaves.slice(1) })],
  ['doubled part', 'leaves', leafChange(() => ({ part: 1 }))],
  ['part beyond', 'leaves', leafChange(() => ({ part: 2 }))],
  ['doubled index', 'leaves', leafChange(() => ({ index: 4 }))],
  ['index beyond', 'leaves', leafChange(() => ({ index: 6 }))],
  ['amounts', 'balances', leafChange(() => ({ amounts: { BTC: '0.1', USDT: '701' } }))],
  ['balances', 'balances', (draft) => ({ ...draft, balances: { BTC: '0.25', USDT: '1034.6' } })],
  ['missing asset', 'leaves', leafChange(() => ({ amounts: { USDT: '700' } }))],
  ['negative amount', 'leaves', leafChange(() => ({ amounts: { BTC: '0.1', USDT: '-700' } }))],
  ['path too short', 'paths', leafChange(({ path }) => ({ path: path.slice(1) }))],
  ['path too long', 'paths', leafChange(({ path }) => ({ path: [...path, path[0]] }))],
  ['nonce', 'root', leafChange(({ nonce }) => ({ nonce: flip(nonce) }))],
  ['index', 'root', leafChange(() => ({ index: 0 }))],
  [
    'sibling hash',
    'root',
    leafChange(({ path }) => ({
      path: path.map((one, at) => (at === 0 ? { ...one, hash: flip(one.hash) } : one)),
    })),
  ],
  [
    'sibling sums',
    'root',
    leafChange(({ path }) => ({
      path: path.map((one, at) => (at === 0 ? { ...one, sums: { BTC: '0', USDT: '19' } } : one)),
    })),
  ],
  ['number', 'root', resigned((said) => said.replace('number=1', 'number=2'))],
  ['day', 'root', resigned((said) => said.replace('day=20270115', 'day=20270116'))],
  ['root', 'root', resigned((said) => said.replace(report.root, flip(report.root)))],
  ['total', 'root', resigned((said) => said.replace('total.USDT=1134.50000001', 'total.USDT=1134.5'))],
  ['parts', 'leaves', resigned((said) => said.replace('parts=2', 'parts=3'))],
]

it.each(tamperings)('refuses a proof with another %s at step %s', async (_, step, change) => {
  expect(await verifyProof(crypto, change(proof), keys, 10001)).toMatchObject({ isSound: false, step })
})

it('names what does not add up in a book', () => {
  const changed = (name: string, amount: bigint) =>
    bookIssues({ ...report, book: new Map([...report.book, [name, amount]]) })
  expect(changed('house.trading.USDT', units('1000.00000001'))).toEqual([
    { check: 'bookIsZero', asset: 'USDT', difference: 1n },
  ])
  expect(changed('outside.withdrawals.bank.ETH', 1n)).toEqual([
    { check: 'bookIsZero', asset: 'ETH', difference: 1n },
  ])
  expect(changed('promised.interest.USDT', units('50.00000001'))).toEqual([
    { check: 'interestFunded', asset: 'USDT', difference: 1n },
  ])
  expect(
    bookIssues({
      ...report,
      book: new Map([...report.book, ['pools.claims', 5n], ['pools.ledger', 5n], ['pools.floating', -1n]]),
    }),
  ).toEqual([{ check: 'poolClaimsCovered', asset: 'USDT', difference: 1n }])
})

it('cuts an amount into parts that add up and lead to a root from every place', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 1n << 100n),
      fc.array(fc.bigInt(0n, 1n << 20n), { maxLength: 7 }),
      (amount, cuts) => {
        const parts = splitAt(
          amount,
          cuts.map((cut) => cut % (amount + 1n)),
        )
        expect(parts.length).toBe(cuts.length + 1)
        expect(parts.every((part) => part >= 0n)).toBe(true)
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(amount)
      },
    ),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (count) => {
      const nodes = Array.from({ length: count }, (_, at) => ({
        hash: sha256(`leaf ${at}`),
        sums: [BigInt(at), 1n],
      }))
      const tree = levelsOf(nodes)
      nodes.forEach((leaf, index) => {
        let node: TreeNode = leaf
        for (const { level, sibling, side } of pathSteps(index, count)) {
          const other = sibling === null ? undefined : tree[level]?.[sibling]
          if (other === undefined) continue
          const [left, right] = side === 'left' ? [other, node] : [node, other]
          node = {
            hash: sha256(nodeBytes(context, left, right)),
            sums: addVectors(left.sums, right.sums) ?? [],
          }
        }
        expect(toHex(node.hash)).toBe(toHex(tree.at(-1)?.[0]?.hash ?? concatBytes()))
      })
    }),
  )
  expect(addVectors([1n << 126n], [1n << 126n])).toBeNull()
  expect(utf8('é').length).toBe(2)
})
