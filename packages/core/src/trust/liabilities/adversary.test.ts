import { webcrypto } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountScale, formatDecimal, parseDecimal } from '../../money/units.ts'
import { proof as example, keyid, keys, publickey } from './example.fixture.ts'
import { type LiabilityProof, verifyProof, webCrypto } from './proof.ts'
import { asSigned, customers, makeReport } from './randomTree.fixture.ts'
import { parseReport, type Report, reportText } from './report.ts'

// An operator who signs anything, and wants a customer to accept a proof that is not one.

const crypto = webCrypto(webcrypto.subtle)
const isSound = async (proof: LiabilityProof, uid = proof.uid): Promise<boolean> =>
  (await verifyProof(crypto, proof, keys, uid)).isSound

type Leaf = LiabilityProof['leaves'][number]
type PathNode = Leaf['path'][number]
const units = (text = ''): bigint => parseDecimal(text, amountScale) ?? 0n
/** Amounts with one unit more of an asset. */
const more = (amounts: Leaf['amounts'], by = 1n): Leaf['amounts'] => {
  const [asset = ''] = Object.keys(amounts)
  return { ...amounts, [asset]: formatDecimal(units(amounts[asset]) + by, amountScale) }
}
const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)
const withLeaf = (proof: LiabilityProof, at: number, change: (leaf: Leaf) => Leaf): LiabilityProof => ({
  ...proof,
  leaves: proof.leaves.map((leaf, place) => (place === at ? change(leaf) : leaf)),
})
const withNode = (leaf: Leaf, at: number, change: (node: PathNode) => PathNode): Leaf => ({
  ...leaf,
  path: leaf.path.map((node, place) => (place === at ? change(node) : node)),
})

/** Every way to change a leaf and its path; null where it changes nothing. */
const leafChanges: Readonly<Record<string, (leaf: Leaf, at: number) => Leaf | null>> = {
  nonce: (leaf) => ({ ...leaf, nonce: flip(leaf.nonce) }),
  'an index beside': (leaf) => ({ ...leaf, index: leaf.index % 2 === 0 ? leaf.index + 1 : leaf.index - 1 }),
  'a negative index': (leaf) => ({ ...leaf, index: -1 - leaf.index }),
  'a broken index': (leaf) => ({ ...leaf, index: leaf.index + 0.5 }),
  'a sibling hash': (leaf, at) => withNode(leaf, at, (node) => ({ ...node, hash: flip(node.hash) })),
  'a sibling sum': (leaf, at) => withNode(leaf, at, (node) => ({ ...node, sums: more(node.sums) })),
  'a negative sibling sum': (leaf, at) =>
    withNode(leaf, at, (node) => ({ ...node, sums: { ...node.sums, USDT: '-1' } })),
  'a sibling sum of 2^127': (leaf, at) =>
    withNode(leaf, at, (node) => ({
      ...node,
      sums: { ...node.sums, USDT: formatDecimal(1n << 127n, amountScale) },
    })),
  'a sibling without an asset': (leaf, at) => withNode(leaf, at, (node) => ({ ...node, sums: {} })),
  'a sibling with a further asset': (leaf, at) =>
    withNode(leaf, at, (node) => ({ ...node, sums: { ...node.sums, DOGE: '0' } })),
  'a shortened hash': (leaf, at) => withNode(leaf, at, (node) => ({ ...node, hash: node.hash.slice(2) })),
  'reordered siblings': (leaf) => (leaf.path.length < 2 ? null : { ...leaf, path: leaf.path.toReversed() }),
  'a dropped sibling': (leaf, at) => ({ ...leaf, path: leaf.path.filter((_, place) => place !== at) }),
  'a doubled sibling': (leaf, at) => ({
    ...leaf,
    path: leaf.path.flatMap((node, place) => (place === at ? [node, node] : [node])),
  }),
}

it('proves every customer of random reports, and the balances of all add up to the totals', async () => {
  await fc.assert(
    fc.asyncProperty(customers, async (all) => {
      const { report, proofs } = makeReport(all)
      for (const proof of proofs) expect(await isSound(proof)).toBe(true)
      for (const [asset, total] of report.totals)
        expect(proofs.reduce((sum, { balances }) => sum + units(balances[asset]), 0n)).toBe(total)
    }),
    { numRuns: 15 },
  )
})

it.each(Object.keys(leafChanges))('refuses the proof of anybody after a change of %s', async (name) => {
  await fc.assert(
    fc.asyncProperty(customers, fc.nat(), fc.nat(), fc.nat(), async (all, who, which, where) => {
      const { proofs } = makeReport(all)
      const proof = proofs[who % proofs.length] as LiabilityProof
      const at = which % proof.leaves.length
      const leaf = proof.leaves[at] as Leaf
      const changed = leafChanges[name]?.(leaf, where % leaf.path.length) ?? null
      if (changed !== null) expect(await isSound(withLeaf(proof, at, () => changed))).toBe(false)
    }),
    { numRuns: 6 },
  )
})

it('refuses to be told another balance, whichever leaf is to carry the difference', async () => {
  await fc.assert(
    fc.asyncProperty(customers, fc.nat(), fc.constantFrom(1n, 1n << 60n), async (all, which, by) => {
      const { proofs } = makeReport(all)
      const proof = proofs[0] as LiabilityProof
      const at = which % proof.leaves.length
      const balances = more(proof.balances, by)
      expect(await isSound({ ...proof, balances })).toBe(false)
      const carried = withLeaf(proof, at, (leaf) => ({ ...leaf, amounts: more(leaf.amounts, by) }))
      expect(await isSound(carried)).toBe(false)
      expect(await isSound({ ...carried, balances })).toBe(false)
      // Not even where the neighbour gives what the leaf takes: both sums are in the hash above them.
      const balanced = withLeaf({ ...carried, balances }, at, (leaf) =>
        withNode(leaf, 0, (node) => ({
          ...node,
          sums: more(node.sums, units(Object.values(node.sums)[0]) >= by ? -by : 0n),
        })),
      )
      expect(await isSound(balanced)).toBe(false)
      // Moved between the own parts, the balances stay, and the leaves are others.
      const [first, second] = proof.leaves as [Leaf, Leaf]
      const moved = withLeaf(
        withLeaf(proof, 0, () => ({ ...first, amounts: more(first.amounts, 1n) })),
        1,
        () => ({ ...second, amounts: more(second.amounts, -1n) }),
      )
      if (units(Object.values(second.amounts)[0]) > 0n) expect(await isSound(moved)).toBe(false)
    }),
    { numRuns: 12 },
  )
})

it('refuses the leaves of another customer, of another report, and one leaf for two parts', async () => {
  await fc.assert(
    fc.asyncProperty(customers, async (all) => {
      const { proofs } = makeReport(all)
      const [own, other] = proofs as [LiabilityProof, LiabilityProof | undefined]
      const next = makeReport({ ...all, number: all.number + 1 }).proofs[0] as LiabilityProof
      expect(await isSound({ ...own, leaves: next.leaves })).toBe(false)
      expect(await isSound({ ...own, report: next.report })).toBe(false)
      const [first] = own.leaves as [Leaf]
      const repeated = own.leaves.map((leaf) => ({ ...first, part: leaf.part }))
      const placed = own.leaves.map((leaf) => ({ ...first, part: leaf.part, index: leaf.index }))
      const balances = Object.fromEntries(
        Object.entries(first.amounts).map(([asset, text]) => [
          asset,
          formatDecimal(units(text) * BigInt(all.parts), amountScale),
        ]),
      )
      expect(await isSound({ ...own, leaves: repeated, balances })).toBe(false)
      expect(await isSound({ ...own, leaves: placed, balances })).toBe(false)
      if (other === undefined) return
      expect(await isSound({ ...other, uid: own.uid })).toBe(false)
      expect(await isSound(other, own.uid)).toBe(false)
      expect(await isSound({ ...own, leaves: other.leaves, balances: other.balances })).toBe(false)
    }),
    { numRuns: 12 },
  )
})

const withReport = (proof: LiabilityProof, change: Partial<Report>): LiabilityProof => {
  const report = parseReport(proof.report.text) as Report
  return { ...proof, report: asSigned(reportText({ ...report, ...change })) }
}
const nothing = { leaves: [], balances: { BTC: '0', USDT: '0' } }

it('refuses a report without parts, which would prove nothing of its root', async () => {
  const none = { ...withReport(example, { parts: 0 }), ...nothing }
  expect(await verifyProof(crypto, none, keys, 10_001)).toMatchObject({ isSound: false, step: 'report' })
  const negative = { ...withReport(example, { parts: -1 }), ...nothing }
  expect(await isSound(negative)).toBe(false)
  // Its parts stand in one byte of a leaf: of 256 and more two would be the same.
  expect(parseReport(withReport(example, { parts: 255 }).report.text)).not.toBeNull()
  expect(parseReport(withReport(example, { parts: 256 }).report.text)).toBeNull()
})

it.each([-1, 1.5, 2 ** 53, Number.NaN])(
  'answers, and does not throw, for the customer number %d',
  async (uid) => {
    const result = await verifyProof(crypto, { ...example, uid }, keys, null)
    expect(result).toMatchObject({ isSound: false, step: 'leaves' })
  },
)

it('refuses a key that is listed under the id of another one, or under a part of its own', async () => {
  const step = async (listed: typeof keys, signedBy = keyid) =>
    (await verifyProof(
      crypto,
      { ...example, report: { ...example.report, keyid: signedBy } },
      listed,
      null,
    )) as object
  const other = 'ab'.repeat(32)
  expect(await step([{ keyid, publickey: other }])).toMatchObject({ step: 'key' })
  const short = keyid.slice(0, 8)
  expect(await step([{ keyid: short, publickey }], short)).toMatchObject({ step: 'key' })
  expect(await step([{ keyid: '', publickey }], '')).toMatchObject({ step: 'key' })
  expect(await step([{ keyid, publickey: `${publickey}00` }])).toMatchObject({ step: 'key' })
  expect(await step([{ keyid, publickey: 'no hex' }])).toMatchObject({ step: 'key' })
  expect(await step([])).toMatchObject({ step: 'key' })
})

it.each([
  '',
  '00',
  `${example.report.signature}00`,
  `00${example.report.signature}`,
  example.report.signature.toUpperCase(),
])('refuses the signature %s', async (signature) => {
  const proof = { ...example, report: { ...example.report, signature } }
  expect(await verifyProof(crypto, proof, keys, null)).toMatchObject({ isSound: false, step: 'signature' })
})

it('asks the cryptography only for keys and signatures that it has the length of', async () => {
  const { signature, text } = example.report
  expect(await crypto.isSigned(text, signature, publickey)).toBe(true)
  for (const [signed, key] of [
    ...[['xx', publickey] as const, [signature, 'xx'] as const, [signature, publickey.slice(2)] as const],
    ...[[signature, ''] as const, [signature.slice(2), publickey] as const],
  ])
    expect(await crypto.isSigned(text, signed, key)).toBe(false)
})

it('accepts the largest amount that can be written, and refuses everything above it long before a sum could wrap', async () => {
  const largest = 10n ** 23n - 1n
  const owed = [[[largest - 7n], [7n]]]
  const proof = makeReport({ number: 1, assets: ['USDT'], parts: 2, owed }).proofs[0] as LiabilityProof
  expect(await isSound(proof)).toBe(true)
  for (const above of [largest + 1n, 1n << 127n, 1n << 128n]) {
    const text = formatDecimal(above, amountScale)
    const step = async (change: Partial<LiabilityProof>) => {
      const result = await verifyProof(crypto, { ...proof, ...change }, keys, null)
      return result.isSound ? null : result.step
    }
    expect(await step(withLeaf(proof, 0, (leaf) => ({ ...leaf, amounts: { USDT: text } })))).toBe('leaves')
    expect(await step({ balances: { USDT: text } })).toBe('balances')
    const beside = withLeaf(proof, 0, (leaf) =>
      withNode(leaf, 0, (node) => ({ ...node, sums: { USDT: text } })),
    )
    expect(await step(beside)).toBe('paths')
  }
})

it('names the step at which malformed parts of a proof are found', async () => {
  const step = async (change: (leaf: Leaf) => Leaf) => {
    const result = await verifyProof(crypto, withLeaf(example, 0, change), keys, null)
    return result.isSound ? null : result.step
  }
  expect(await step((leaf) => ({ ...leaf, nonce: leaf.nonce.slice(2) }))).toBe('leaves')
  expect(await step((leaf) => ({ ...leaf, nonce: 'no hex' }))).toBe('leaves')
  expect(await step((leaf) => ({ ...leaf, part: 0.5 }))).toBe('leaves')
  expect(await step((leaf) => ({ ...leaf, part: -1 }))).toBe('leaves')
  expect(await step((leaf) => ({ ...leaf, amounts: { ...leaf.amounts, USDT: '1e3' } }))).toBe('leaves')
  expect(await step((leaf) => withNode(leaf, 0, (node) => ({ ...node, hash: `${node.hash}00` })))).toBe(
    'paths',
  )
  expect(await step((leaf) => withNode(leaf, 0, (node) => ({ ...node, hash: 'no hex' })))).toBe('paths')
  expect(
    await step((leaf) => withNode(leaf, 0, (node) => ({ ...node, sums: { BTC: '0', USDT: '-1' } }))),
  ).toBe('paths')
  // More leaves than parts, each of them a true one.
  const doubled = { ...example, leaves: [...example.leaves, ...example.leaves] }
  expect(await verifyProof(crypto, doubled, keys, null)).toMatchObject({ step: 'leaves' })
})

it('lets a failure of the cryptography itself through: it is no finding about the proof', async () => {
  const broken = { ...crypto, sha256: () => Promise.reject(new Error('no cryptography here')) }
  await expect(verifyProof(broken, example, keys, null)).rejects.toThrow('no cryptography here')
})
