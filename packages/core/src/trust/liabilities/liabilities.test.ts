import { webcrypto } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { concatBytes, fromHex, toHex, utf8 } from '../bytes.ts'
import { keyText, parseReceipt, receiptText } from '../receipts.ts'
import {
  context,
  holders,
  keyid,
  keys,
  leaves,
  levels,
  levelsOf,
  proof,
  publickey,
  report,
  sha256,
  signed,
  signText,
  tamperings,
  units,
} from './example.fixture.ts'
import { type ProofEvent, proofSteps, traceProof, verifyProof, webCrypto } from './proof.ts'
import { bookIssues, noHash, parseReport } from './report.ts'
import { addVectors, nodeBytes, pathSteps, splitAt, type TreeNode } from './tree.ts'

// The example of the specification, to the last digit.

const crypto = webCrypto(webcrypto.subtle)

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
  expect(parseReport(signed.text)?.root).toBe(report.root)
})

it('accepts the proof of the example', async () => {
  expect(await verifyProof(crypto, proof, keys, 10001)).toMatchObject({ isSound: true })
})

it('tells every step and every node on the way to the root', async () => {
  const events: ProofEvent[] = []
  const observe = (event: ProofEvent): void => void events.push(event)
  expect(await traceProof(crypto, proof, keys, 10001, observe)).toMatchObject({ isSound: true })
  expect(events.flatMap((event) => (event.kind === 'step' ? [event.step] : []))).toEqual(proofSteps)
  const nodes = events.flatMap((event) => (event.kind === 'node' && event.part === 1 ? [event] : []))
  expect(nodes.map(({ level, index, hash }) => [level, index, hash])).toEqual([
    [0, 4, toHex(leaves[1]?.hash ?? concatBytes())],
    [1, 2, toHex(levels[1]?.[2]?.hash ?? concatBytes())],
    [2, 1, toHex(levels[1]?.[2]?.hash ?? concatBytes())],
    [3, 0, report.root],
  ])
  expect(nodes.map(({ sibling }) => sibling?.side ?? null)).toEqual([null, 'right', null, 'left'])
  expect(nodes.at(-1)?.sums).toEqual({ BTC: '0.25', USDT: '1134.50000001' })

  events.length = 0
  const other = { ...proof, balances: { BTC: '0.25', USDT: '1034.6' } }
  expect(await traceProof(crypto, other, null, null, observe)).toMatchObject({ step: 'balances' })
  expect(events).toEqual(['hash', 'report', 'leaves'].map((step) => ({ kind: 'step', step })))
})

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
