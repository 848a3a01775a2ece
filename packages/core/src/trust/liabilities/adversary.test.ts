import { webcrypto } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountScale, formatDecimal, parseDecimal } from '../../money/units.ts'
import { proof as example, keys } from './example.fixture.ts'
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
    { numRuns: 12 },
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
