import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receipt as the TRON HTTP API answers `gettransactioninfobyid`; an unknown hash is an empty object. */
export type TronInfo = {
  readonly id: string
  readonly blockNumber: number
  /** Left out for a success. */
  readonly result?: 'FAILED'
  readonly receipt: { readonly result?: string; readonly energy_usage_total?: number }
  readonly log?: readonly {
    readonly address: string
    readonly topics: readonly string[]
    readonly data: string
  }[]
}

/** A server on loopback that answers in the documented shapes, with a chain the test writes. */
export type TronNode = {
  readonly url: string
  readonly infos: Map<string, TronInfo>
  /** Its newest block, the newest that can not be rolled back, the decimals of its token, and whether it answers. */
  readonly plan: {
    head: number
    solid: number
    decimals: number
    status: number
    /** What addresses hold of the token, by their twenty bytes in hex. */
    holdings: Map<string, bigint>
    /** By how many blocks the solidified chain moves after each question for its newest block. */
    solidMoves: number[]
  }
  /** The API keys it was sent. */
  readonly keys: (string | undefined)[]
  readonly close: () => Promise<void>
}

/** The first topic of a token's transfer. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A transfer's line in a receipt; addresses as twenty bytes in hex, as the chain writes them there. */
export const tronTransfer = (token: string, from: string, to: string, units: bigint) => ({
  address: token,
  topics: [transferTopic, from.padStart(64, '0'), to.padStart(64, '0')],
  data: units.toString(16).padStart(64, '0'),
})

/** Starts the server on a port of its own. */
export const openTronNode = async (): Promise<TronNode> => {
  const infos = new Map<string, TronInfo>()
  const plan: TronNode['plan'] = {
    ...{ head: 1000, solid: 981, decimals: 6, status: 200 },
    ...{ holdings: new Map(), solidMoves: [] },
  }
  const keys: (string | undefined)[] = []
  const answer = (path: string, body: { value?: string; parameter?: string }): unknown => {
    const info = infos.get(body.value ?? '')
    if (path === '/wallet/getnowblock') return { block_header: { raw_data: { number: plan.head } } }
    if (path === '/wallet/gettransactioninfobyid') return info ?? {}
    if (path === '/walletsolidity/gettransactioninfobyid')
      return info !== undefined && info.blockNumber <= plan.solid ? info : {}
    if (path === '/walletsolidity/getnowblock') {
      const number = plan.solid
      plan.solid += plan.solidMoves.shift() ?? 0
      return { block_header: { raw_data: { number } } }
    }
    if (path === '/walletsolidity/triggerconstantcontract') {
      const units = plan.holdings.get((body.parameter ?? '').slice(-40)) ?? 0n
      return { constant_result: [units.toString(16).padStart(64, '0')] }
    }
    if (path === '/wallet/triggerconstantcontract')
      return { result: { result: true }, constant_result: [plan.decimals.toString(16).padStart(64, '0')] }
    return { Error: 'no such path' }
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      keys.push(request.headers['tron-pro-api-key'] as string | undefined)
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as { value?: string }
      response.writeHead(plan.status, { 'content-type': 'application/json' })
      response.end(plan.status === 200 ? JSON.stringify(answer(request.url ?? '', body)) : 'busy')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    infos,
    plan,
    keys,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
