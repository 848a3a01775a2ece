import { usdtFromToken } from '@glasshouse/core/deposits/amounts'
import type { Usdt } from '@glasshouse/core/money/units'
import { z } from 'zod'
import { checksummedEvm } from '../../destinations/index.ts'
import {
  addressHex,
  addressWord,
  balanceCall,
  type Chain,
  type ChainLookup,
  confirmationsAt,
  fetchJson,
  lookupResult,
  readDecimals,
  sumTransferLogs,
  transferNotSeen,
} from './chain.ts'

/** `status` of the receipt of a transaction that was executed. */
const succeeded = 1

const hexNumber = z
  .string()
  .regex(/^0x[0-9a-f]+$/i)
  .transform((text) => Number.parseInt(text, 16))
  .refine(Number.isSafeInteger)

const hexUnits = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)

const receiptShape = z
  .object({
    transactionHash: z.string(),
    status: hexNumber,
    blockHash: z.string(),
    blockNumber: hexNumber,
    logs: z.array(
      z.object({
        address: z.string(),
        topics: z.array(z.string()),
        data: z.string(),
        removed: z.boolean().optional(),
      }),
    ),
  })
  .nullable()
const blockShape = z.object({ hash: z.string() }).nullable()
const reply = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number() }).optional(),
})

/** Configuration of an EVM chain; the token's address in any case. */
export type EvmOptions = { readonly url: string; readonly token: string; readonly needed: number }

/** The call `decimals()`: the first four bytes of its Keccak-256. */
const decimalsCall = '0x313ce567'

/**
 * An EVM chain queried over JSON-RPC. A receipt counts only while its block is the chain's block at that height, so
 * that transfers dropped by a reorganisation disappear.
 */
export const createEvmChain = ({ url, token, needed }: EvmOptions): Chain => {
  const rpc = async <T>(shape: z.ZodType<T>, method: string, ...params: unknown[]): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { result, error } = reply.parse(await fetchJson('the Ethereum node', url, { method: 'POST', body }))
    if (error !== undefined) throw new Error(`the Ethereum node refused ${method}: ${error.code}`)
    return shape.parse(result ?? null)
  }
  const contract = addressHex(token)
  let decimals: number | null = null
  const decimalsOf = async (): Promise<number> => {
    const request = { to: `0x${contract}`, data: decimalsCall }
    decimals ??= readDecimals(await rpc(hexNumber, 'eth_call', request, 'latest'))
    return decimals
  }
  return {
    network: 1001,
    needed,
    look: async (hash, recipients): Promise<ChainLookup> => {
      const receipt = await rpc(receiptShape, 'eth_getTransactionReceipt', hash)
      if (receipt === null) return transferNotSeen
      if (receipt.transactionHash.toLowerCase() !== hash)
        throw new Error('the Ethereum node answered about another transaction')
      const at = `0x${receipt.blockNumber.toString(16)}`
      const block = await rpc(blockShape, 'eth_getBlockByNumber', at, false)
      if (block?.hash !== receipt.blockHash) return transferNotSeen
      const head = await rpc(hexNumber, 'eth_blockNumber')
      const depth = {
        confirmations: confirmationsAt(head, receipt.blockNumber),
        block: receipt.blockNumber,
        needed,
      }
      if (receipt.status !== succeeded)
        return { ...transferNotSeen, ...derivationIndex(depth), finding: 'reverted' }
      const logs = receipt.logs.filter(({ removed }) => removed !== true)
      const arrival = sumTransferLogs(logs, contract, new Set(recipients.map(addressHex)))
      return lookupResult(arrival, await decimalsOf(), depth, (plain) => checksummedEvm(`0x${plain}`))
    },
    balances: async (addresses) => {
      const block = (await rpc(hexNumber, 'eth_blockNumber')) - needed + 1
      const decimals = await decimalsOf()
      const amounts: Usdt[] = []
      for (const address of addresses) {
        const data = `0x${balanceCall}${addressWord(addressHex(address))}`
        const request = { to: `0x${contract}`, data }
        const units = await rpc(hexUnits, 'eth_call', request, `0x${block.toString(16)}`)
        amounts.push(usdtFromToken(units, decimals))
      }
      return { block, amounts }
    },
  }
}

const derivationIndex = ({ confirmations, block }: { confirmations: number; block: number }) => ({
  confirmations,
  block,
})
