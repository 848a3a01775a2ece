import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvmChain } from './evm.ts'

const token = `0x${'11'.repeat(20)}`
const recipient = `0x${'22'.repeat(20)}`
const word = (hex: string) => hex.replace('0x', '').padStart(64, '0')
const hash = `0x${'ab'.repeat(32)}`

/** A node that answers from memory: it tells the old receipt also when its chain has another block by then. */
let blockHash = '0xaa'
const calls: string[] = []
type CallParams = readonly [{ readonly data: string }, string]
const answers: Readonly<Record<string, (params: CallParams) => unknown>> = {
  eth_getTransactionReceipt: () => ({
    transactionHash: hash,
    status: '0x1',
    blockHash: '0xaa',
    blockNumber: '0x10',
    logs: [
      {
        address: token,
        topics: [
          '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          `0x${word('33'.repeat(20))}`,
          `0x${word(recipient)}`,
        ],
        data: `0x${word((5_000_000).toString(16))}`,
      },
    ],
  }),
  eth_getBlockByNumber: () => (blockHash === '' ? null : { hash: blockHash }),
  eth_blockNumber: () => '0x30',
  eth_call: ([{ data }, block]) => {
    calls.push(`${data.slice(0, 10)} at ${block}`)
    return data === '0x313ce567' ? '0x6' : `0x${word((data.endsWith('22') ? 2_500_000 : 0).toString(16))}`
  },
}

let node: Server
let url = ''
beforeAll(async () => {
  node = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      const { method, params } = JSON.parse(body) as { method: string; params: CallParams }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: answers[method]?.(params) ?? null }))
    })
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((resolve) => void node.close(() => resolve())))

const look = () => createEvmChain({ url, token, needed: 12 }).look(hash, [recipient])

describe('a receipt that a node still tells', () => {
  it('counts while its block is the chain’s block at that height', async () => {
    blockHash = '0xaa'
    expect(await look()).toMatchObject({ finding: 'confirmed', arrived: 500_000_000n })
  })

  it.each([
    ['another block is at that height', '0xbb'],
    ['there is no block at that height', ''],
  ])('is not seen when %s', async (_, there) => {
    blockHash = there
    expect(await look()).toMatchObject({ finding: 'unseen', arrived: null, confirmations: 0 })
  })
})

it('tells balances of the token at a block that is final', async () => {
  const chain = createEvmChain({ url, token, needed: 12 })
  calls.length = 0
  const held = await chain.balances([recipient, `0x${'44'.repeat(20)}`])
  expect(held).toEqual({ block: 0x30 - 11, amounts: [250_000_000n, 0n] })
  expect(calls).toEqual(['0x313ce567 at latest', '0x70a08231 at 0x25', '0x70a08231 at 0x25'])
})
