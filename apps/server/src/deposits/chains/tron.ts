import { usdtFromToken } from '@glasshouse/core/deposits/amounts'
import type { Usdt } from '@glasshouse/core/money/units'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { decodeTronAddress, encodeTronAddress } from './addresses.ts'
import {
  addressWord,
  type Chain,
  type ChainLookup,
  confirmationsAt,
  fetchJson,
  lookupResult,
  readDecimals,
  sumTransferLogs,
  transferNotSeen,
} from './chain.ts'

/** A block of TRON takes three seconds, so a few balances are read within one. */
const maxBalanceTries = 10

/** The response for an unknown transaction is an empty object. */
const infoShape = z.object({
  id: z.string().optional(),
  blockNumber: z.number().int().optional(),
  result: z.string().optional(),
  receipt: z.object({ result: z.string().optional() }).optional(),
  log: z
    .array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string().default('') }))
    .default([]),
})
const headShape = z.object({
  block_header: z.object({ raw_data: z.object({ number: z.number().int() }) }),
})
const constantShape = z.object({
  constant_result: z.array(z.string().regex(/^[0-9a-f]{64}$/i)).min(1),
})

export type TronOptions = {
  readonly url: string
  /** Sent as `TRON-PRO-API-KEY`. */
  readonly key: string | undefined
  readonly token: string
  readonly needed: number
}

/**
 * TRON queried over its HTTP API. A deep enough transfer counts only if it is in the same block of the solidified
 * chain, which cannot be rolled back.
 */
export const createTronChain = ({ url, key, token, needed }: TronOptions): Chain => {
  const ask = async <T>(shape: z.ZodType<T>, path: string, body: object): Promise<T> =>
    shape.parse(
      await fetchJson('the TRON node', `${url}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: key === undefined ? {} : { 'TRON-PRO-API-KEY': key },
      }),
    )
  const contract = plainTron(token)
  let decimals: number | null = null
  const decimalsOf = async (): Promise<number> => {
    if (decimals === null) {
      const request = {
        owner_address: token,
        contract_address: token,
        function_selector: 'decimals()',
        visible: true,
      }
      const { constant_result } = await ask(constantShape, '/wallet/triggerconstantcontract', request)
      decimals = readDecimals(Number.parseInt(constant_result[0] ?? '', 16))
    }
    return decimals
  }
  const solidBlock = async (): Promise<number> =>
    (await ask(headShape, '/walletsolidity/getnowblock', {})).block_header.raw_data.number
  const unitsOf = async (address: string): Promise<bigint> => {
    const { constant_result } = await ask(constantShape, '/walletsolidity/triggerconstantcontract', {
      ...{ owner_address: token, contract_address: token, visible: true },
      function_selector: 'balanceOf(address)',
      parameter: addressWord(plainTron(address)),
    })
    return BigInt(`0x${constant_result[0]}`)
  }
  const infoOf = (chain: 'wallet' | 'walletsolidity', hash: string) =>
    ask(infoShape, `/${chain}/gettransactioninfobyid`, { value: hash })
  return {
    network: 1002,
    needed,
    look: async (hash, recipients): Promise<ChainLookup> => {
      const { id, blockNumber: block, result, receipt, log } = await infoOf('wallet', hash)
      if (id === undefined || block === undefined) return transferNotSeen
      if (id.toLowerCase() !== hash) throw new Error('the TRON node answered about another transaction')
      const head = await ask(headShape, '/wallet/getnowblock', {})
      const confirmations = confirmationsAt(head.block_header.raw_data.number, block)
      if (result === 'FAILED' || receipt?.result !== 'SUCCESS')
        return { ...transferNotSeen, confirmations, block, finding: 'reverted' }
      const arrival = sumTransferLogs(log, contract, new Set(recipients.map(plainTron)))
      const look = lookupResult(arrival, await decimalsOf(), { confirmations, block, needed }, (plain) =>
        encodeTronAddress(hexToBytes(plain)),
      )
      if (look.finding !== 'confirmed') return look
      const solid = await infoOf('walletsolidity', hash)
      return solid.blockNumber === block ? look : { ...look, finding: 'pending' }
    },
    balances: async (addresses) => {
      const decimals = await decimalsOf()
      // Calls name no block: all of them count where the solidified chain stands at one block before and after.
      for (let tried = 0; tried < maxBalanceTries; tried += 1) {
        const block = await solidBlock()
        const amounts: Usdt[] = []
        for (const address of addresses) amounts.push(usdtFromToken(await unitsOf(address), decimals))
        if ((await solidBlock()) === block) return { block, amounts }
      }
      throw new Error('the TRON node moved on while balances were read')
    },
  }
}

const plainTron = (address: string): string => bytesToHex(decodeTronAddress(address))
