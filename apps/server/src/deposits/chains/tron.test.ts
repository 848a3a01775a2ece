import { usdt } from '@glasshouse/core/money/units'
import { openTronNode, type TronInfo, type TronNode, tronTransfer } from '@glasshouse/testkit/tronNode'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encodeTronAddress } from './addresses.ts'
import type { Chain } from './chain.ts'
import { createTronChain } from './tron.ts'

const bytes = (fill: number): Uint8Array => new Uint8Array(20).fill(fill)
const hex = (fill: number): string => Buffer.from(bytes(fill)).toString('hex')
const [token, me, payer] = [
  encodeTronAddress(bytes(1)),
  encodeTronAddress(bytes(2)),
  encodeTronAddress(bytes(3)),
]

let node: TronNode
let chain: Chain
beforeAll(async () => {
  node = await openTronNode()
  chain = createTronChain({ url: node.url, key: 'a key', token, needed: 20 })
})
afterAll(() => node.close())

let hashes = 0
const mined = (info: Partial<TronInfo>): string => {
  hashes += 1
  const id = hashes.toString(16).padStart(64, '0')
  node.infos.set(id, { id, blockNumber: 1000, receipt: { result: 'SUCCESS' }, ...info })
  return id
}
const paid = (to: number, units: bigint, from = 3, of = 1) => tronTransfer(hex(of), hex(from), hex(to), units)
const look = (hash: string) => chain.look(hash, [me])

it('returns nothing for an unknown hash, and sends its key', async () => {
  expect(await look('f'.repeat(64))).toMatchObject({ finding: 'unseen', arrived: null })
  expect(new Set(node.keys)).toEqual(new Set(['a key']))
})

it('is confirmed when it is deep enough and in the same block of the solidified chain', async () => {
  const hash = mined({ log: [paid(2, 12_345_678n)] })
  const arrived = { arrived: usdt('12.345678'), sender: payer }
  expect(await look(hash)).toMatchObject({ finding: 'pending', confirmations: 1, ...arrived })
  node.plan.head = 1019
  expect(await look(hash)).toMatchObject({ finding: 'pending', confirmations: 20, ...arrived })
  node.plan.solid = 1000
  expect(await look(hash)).toMatchObject({ finding: 'confirmed', confirmations: 20, ...arrived })
})

it('distinguishes another token, another recipient and a failed call', async () => {
  expect((await look(mined({ log: [paid(2, 5n, 3, 9)] }))).finding).toBe('wrongToken')
  expect((await look(mined({}))).finding).toBe('wrongToken')
  expect((await look(mined({ log: [paid(4, 5n)] }))).finding).toBe('wrongRecipient')
  for (const failed of [
    { result: 'FAILED', receipt: { result: 'REVERT' } },
    { receipt: { result: 'OUT_OF_ENERGY' } },
    { receipt: {} },
  ] as const)
    expect(await look(mined({ ...failed, log: [paid(2, 5n)] }))).toMatchObject({
      finding: 'reverted',
      arrived: null,
    })
})

it('adds up the transfers to the customer in one transaction', async () => {
  const hash = mined({ blockNumber: 900, log: [paid(2, 1_000_000n), paid(4, 7n), paid(2, 500_000n)] })
  expect(await look(hash)).toMatchObject({ finding: 'confirmed', arrived: usdt('1.5') })
})

it('tells balances of one block of the solidified chain, and asks again when it moved on meanwhile', async () => {
  node.plan.solid = 2000
  node.plan.holdings.set(hex(2), 1_500_000n)
  node.plan.solidMoves.push(1)
  expect(await chain.balances([me, payer])).toEqual({ block: 2001, amounts: [usdt('1.5'), 0n] })
  node.plan.solidMoves.push(...Array.from({ length: 20 }, () => 1))
  await expect(chain.balances([me])).rejects.toThrow('moved on')
})

it('throws when the node is busy or returns another shape', async () => {
  node.plan.status = 429
  await expect(look('a'.repeat(64))).rejects.toThrow('the TRON node answered 429')
  node.plan.status = 200
  const away = createTronChain({ url: 'http://127.0.0.1:9', key: undefined, token, needed: 1 })
  await expect(away.look('a'.repeat(64), [me])).rejects.toThrow('the TRON node cannot be reached')
})
