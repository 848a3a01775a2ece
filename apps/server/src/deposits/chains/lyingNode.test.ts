import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { usdt } from '@glasshouse/core/money/units'
import { openTronNode, type TronNode, tronTransfer } from '@glasshouse/testkit/tronNode'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodeTronAddress } from './addresses.ts'
import { createEvmChain } from './evm.ts'
import { createTronChain } from './tron.ts'

// Nodes that answer wrongly, about something else, or not at all. Nothing may be credited by such an answer, and where it
// is unclear the lookup fails, so that it is repeated.

const [token, recipient, payer] = ['11', '22', '33'].map((fill) => `0x${fill.repeat(20)}`) as [
  string,
  string,
  string,
]
const hash = `0x${'ab'.repeat(32)}`
const word = (hex: string): string => hex.replace('0x', '').padStart(64, '0')
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const log = (change: object = {}) => ({
  address: token,
  topics: [transferTopic, `0x${word(payer)}`, `0x${word(recipient)}`],
  data: `0x${word((5_000_000).toString(16))}`,
  ...change,
})
const receipt = (change: object = {}) => ({
  transactionHash: hash,
  status: '0x1',
  blockHash: '0xaa',
  blockNumber: '0x10',
  logs: [log()],
  ...change,
})

let answers: Record<string, unknown> = {}
/** Sent instead of an envelope. */
let raw: string | null = null
let status = 200
let node: Server
let url = ''
beforeAll(async () => {
  node = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      const { method } = JSON.parse(body) as { method: string }
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(raw ?? JSON.stringify({ jsonrpc: '2.0', id: 1, result: answers[method] ?? null }))
    })
  })
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(() => new Promise<void>((resolve) => void node.close(() => resolve())))
beforeEach(() => {
  ;[raw, status] = [null, 200]
  answers = {
    eth_getTransactionReceipt: receipt(),
    eth_getBlockByNumber: { hash: '0xaa' },
    eth_blockNumber: '0x30',
    eth_call: '0x6',
  }
})
const look = (needed = 12) => createEvmChain({ url, token, needed }).look(hash, [recipient])

describe('an EVM node', () => {
  it('that answers about another transaction is not believed', async () => {
    answers.eth_getTransactionReceipt = receipt({ transactionHash: `0x${'cd'.repeat(32)}` })
    await expect(look()).rejects.toThrow('another transaction')
    answers.eth_getTransactionReceipt = receipt({ transactionHash: hash.toUpperCase().replace('0X', '0x') })
    expect(await look()).toMatchObject({ finding: 'confirmed', arrived: usdt('5') })
  })

  it.each([
    ['no status', { status: undefined }],
    ['a status that is no number', { status: 'ok' }],
    ['a block that is no number', { blockNumber: 'latest' }],
    ['a block beyond any number', { blockNumber: `0x${'f'.repeat(20)}` }],
    ['no logs', { logs: undefined }],
    ['logs that are none', { logs: [{}] }],
    ['no hash of its own', { transactionHash: undefined }],
  ])('with %s in its receipt fails the lookup', async (_what, change) => {
    answers.eth_getTransactionReceipt = receipt(change)
    await expect(look()).rejects.toThrow()
  })

  it.each([
    ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit"}}'],
    ['an error beside a result', `{"error":{"code":1},"result":${JSON.stringify(receipt())}}`],
    ['text', 'busy'],
    ['an empty body', ''],
    ['a list', '[]'],
  ])('that answers with %s fails the lookup', async (_what, body) => {
    raw = body
    await expect(look()).rejects.toThrow()
  })

  it.each([301, 401, 429, 500, 503])('that answers %i fails the lookup', async (code) => {
    status = code
    await expect(look()).rejects.toThrow(/the Ethereum node/)
  })

  it('counts no log that was removed, of another token or to another address', async () => {
    for (const change of [
      { removed: true },
      { address: `0x${'99'.repeat(20)}` },
      { topics: [transferTopic, `0x${word(payer)}`, `0x${word(`0x${'77'.repeat(20)}`)}`] },
      { topics: [`0x${'00'.repeat(32)}`, `0x${word(payer)}`, `0x${word(recipient)}`] },
      { data: '0x' },
      { data: `0x${'0'.repeat(64)}` },
      // Two amounts in one log: no transfer of the standard.
      { data: `0x${word('5')}${word('5')}` },
    ]) {
      answers.eth_getTransactionReceipt = receipt({ logs: [log(change)] })
      expect(await look(), JSON.stringify(change)).toMatchObject({ arrived: null, sender: null })
    }
  })

  it('behind its own receipt counts no confirmation', async () => {
    answers.eth_blockNumber = '0xf'
    expect(await look()).toMatchObject({ finding: 'pending', confirmations: 0 })
    answers.eth_blockNumber = '0x10'
    expect(await look(1)).toMatchObject({ finding: 'confirmed', confirmations: 1 })
  })

  it.each([
    [12, 0x1a, 'pending', 11],
    [12, 0x1b, 'confirmed', 12],
    [20, 0x22, 'pending', 19],
    [20, 0x23, 'confirmed', 20],
  ])('confirms at %i blocks exactly: head %i is %s', async (needed, head, finding, confirmations) => {
    answers.eth_blockNumber = `0x${head.toString(16)}`
    expect(await look(needed)).toMatchObject({ finding, confirmations })
  })

  it('of a token with other decimals counts its units, never more than were sent', async () => {
    for (const [decimals, arrived] of [
      ['0x6', '5'],
      ['0x8', '0.05'],
      ['0x0', '5000000'],
      ['0xd', '0.0000005'],
    ] as const) {
      answers.eth_call = decimals
      expect((await look()).arrived, decimals).toBe(usdt(arrived))
    }
    // Less than the smallest unit is nothing.
    answers.eth_call = '0x12'
    expect(await look()).toMatchObject({ finding: 'wrongRecipient', arrived: null })
    answers.eth_call = 'six'
    await expect(look()).rejects.toThrow()
  })

  it('that names decimals no token has fails the lookup at once, and is asked for them again', async () => {
    const chain = createEvmChain({ url, token, needed: 12 })
    for (const decimals of ['0x25', '0x1c9c380', `0x${'f'.repeat(13)}`]) {
      answers.eth_call = decimals
      await expect(chain.look(hash, [recipient]), decimals).rejects.toThrow('decimals that no token has')
    }
    answers.eth_call = '0x6'
    expect(await chain.look(hash, [recipient])).toMatchObject({ arrived: usdt('5') })
  })

  it('that is gone names itself, never its address, which may hold a key', async () => {
    const secret = 'http://127.0.0.1:1/v3/0123456789abcdef'
    const failure = createEvmChain({ url: secret, token, needed: 1 }).look(hash, [recipient])
    await expect(failure).rejects.toThrow('the Ethereum node cannot be reached')
    await expect(failure).rejects.not.toThrow(/0123456789abcdef/)
  })
})

describe('a TRON node', () => {
  let tron: TronNode
  beforeAll(async () => {
    tron = await openTronNode()
  })
  afterAll(() => tron.close())
  beforeEach(() => {
    tron.infos.clear()
    Object.assign(tron.plan, { head: 1030, solid: 1030, status: 200, decimals: 6 })
  })
  const fill = (byte: number): string => Buffer.from(new Uint8Array(20).fill(byte)).toString('hex')
  const address = (byte: number): string => encodeTronAddress(new Uint8Array(20).fill(byte))
  const id = 'ab'.repeat(32)
  const open = (needed = 20) =>
    createTronChain({ url: tron.url, key: undefined, token: address(1), needed }).look(id, [address(2)])
  const paid = (change: object = {}) => ({
    id,
    blockNumber: 1000,
    receipt: { result: 'SUCCESS' },
    log: [tronTransfer(fill(1), fill(3), fill(2), 7_000_000n)],
    ...change,
  })

  it('that answers about another transaction is not believed', async () => {
    tron.infos.set(id, paid({ id: 'cd'.repeat(32) }))
    await expect(open()).rejects.toThrow('another transaction')
    tron.infos.set(id, paid())
    expect(await open()).toMatchObject({ finding: 'confirmed', arrived: usdt('7'), sender: address(3) })
  })

  it('that names decimals no token has fails the lookup', async () => {
    tron.infos.set(id, paid())
    tron.plan.decimals = 30_000_000
    await expect(open()).rejects.toThrow('decimals that no token has')
  })

  it('whose solidified chain is behind, or has another block, leaves it pending', async () => {
    tron.infos.set(id, paid())
    tron.plan.solid = 999
    expect(await open()).toMatchObject({ finding: 'pending', confirmations: 31, arrived: usdt('7') })
    tron.plan.solid = 1000
    expect(await open()).toMatchObject({ finding: 'confirmed' })
  })

  it.each([
    [1018, 'pending', 19],
    [1019, 'confirmed', 20],
    [998, 'pending', 0],
  ])('at head %i is %s with %i blocks', async (head, finding, confirmations) => {
    tron.infos.set(id, paid())
    Object.assign(tron.plan, { head, solid: 1000 })
    expect(await open()).toMatchObject({ finding, confirmations })
  })

  it.each([{ receipt: { result: 'OUT_OF_TIME' } }, { receipt: undefined }, { result: 'FAILED' }])(
    'that executed it with %j reverted it',
    async (change) => {
      tron.infos.set(id, paid(change))
      expect(await open()).toMatchObject({ finding: 'reverted', arrived: null })
    },
  )

  it.each([400, 403, 429, 500])('that answers %i fails the lookup', async (code) => {
    tron.plan.status = code
    await expect(open()).rejects.toThrow(/the TRON node/)
  })
})
