import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { type Bytes, toHex } from '../bytes.ts'
import type { LiabilityProof, ProofStep } from './proof.ts'
import { noHash, noneProven, type Report, reportText } from './report.ts'
import { addVectors, contextBytes, leafBytes, nodeBytes, pathSteps, type TreeNode } from './tree.ts'

// The example of the specification (trust.md 8), and every change of its proof.

export const sha256 = (bytes: Uint8Array | string): Bytes =>
  new Uint8Array(createHash('sha256').update(bytes).digest())
export const units = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}
const seed = sha256('example key')
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
})
export const publickey = createPublicKey(key)
  .export({ format: 'der', type: 'spki' })
  .subarray(-32)
  .toString('hex')
export const keyid = '1a8f706786d41630'
export const signText = (text: string): string => sign(null, Buffer.from(text), key).toString('hex')
export const keys = [{ keyid, publickey }]

const base = { number: 1, day: '20270115', assets: ['BTC', 'USDT'], parts: 2 }
export const context = sha256(contextBytes(base))
export const holders = [
  [10001, 0, '0.1', '700', 1, '50bd53647a9c4cfa2503f0a636e429c66b990991fe03fa25b4a589e31c5788c1'],
  [10001, 1, '0.15', '334.5', 4, 'd3f2da54f30bef38bcc29e7dd5b604d187a66428ad2fe6bebaa997533042136b'],
  [10002, 0, '0', '20', 0, '42b05b7493db53949bb7cb8c85b9e7177f3219f703744c4fda00063ad69174dd'],
  [10002, 1, '0', '80.00000001', 3, 'c9eec9cbfadb5aaeb536b2929f7ac2ee82bdceb365024927f99ce19c57f988be'],
  [10003, 0, '0', '0', 2, '7869e4c7030d7c91a2672050ad3bcb6e6bb092566fe7199c858196abc0c390e4'],
  [10003, 1, '0', '0', 5, 'f9e84c7481fb5c375df347f96669856306a4ce7cbbed0dd7659adfac1016d4ae'],
] as const
const nonceOf = (k: number): Bytes => sha256(`example nonce ${k}`)
export const leaves = holders.map(([uid, part, btc, usdt], k): TreeNode => {
  const sums = [units(btc), units(usdt)]
  return { sums, hash: sha256(leafBytes(context, { nonce: nonceOf(k), uid, part }, sums)) }
})

/** Every level of the tree above sorted leaves. */
export const levelsOf = (sorted: readonly TreeNode[]): readonly (readonly TreeNode[])[] => {
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
export const levels = levelsOf(
  [0, 1, 2, 3, 4, 5].map((index) => leaves[holders.findIndex(([, , , , at]) => at === index)] as TreeNode),
)

export const report: Report = {
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
export const signed = { text, signature: signText(text), keyid, hash: toHex(sha256(text)) }
const amountsOf = ([btc, usdt]: readonly bigint[]) => {
  const decimal = (value = 0n) => {
    const digits = value.toString().padStart(9, '0')
    return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
  }
  return { BTC: decimal(btc), USDT: decimal(usdt) }
}
export const proof: LiabilityProof = {
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

/** Makes another proof of a proof. */
export type Change = (draft: LiabilityProof) => LiabilityProof
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
/** One change per field of a proof, with the step that refuses it. */
export const tamperings: readonly (readonly [string, ProofStep, Change])[] = [
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
