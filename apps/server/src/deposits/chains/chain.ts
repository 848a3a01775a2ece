import { usdtFromToken } from '@glasshouse/core/deposits/amounts'
import type { ChainStatus } from '@glasshouse/core/deposits/chainStatus'
import type { Network } from '@glasshouse/core/deposits/networks'
import { type Usdt, usdt } from '@glasshouse/core/money/units'

/** State of a hash on a chain at the moment of the lookup. */
export type ChainLookup = {
  readonly finding: Exclude<ChainStatus, 'unchecked'>
  /** Amount received at the customer's addresses; null if there is none. */
  readonly arrived: Usdt | null
  readonly sender: string | null
  /** Everyone who sent a part of it; the first one is `sender`. */
  readonly senders: readonly string[]
  readonly confirmations: number
  readonly block: number | null
}

/** A chain that can be queried; a missing or unclear response is thrown, never guessed. */
export type Chain = {
  readonly network: Network
  /** Blocks, including the transfer's own, that make a transfer final. */
  readonly needed: number
  readonly look: (hash: string, recipients: readonly string[]) => Promise<ChainLookup>
  /** What addresses hold of the token, in their order, all at one block that is final. */
  readonly balances: (
    addresses: readonly string[],
  ) => Promise<{ readonly block: number; readonly amounts: readonly Usdt[] }>
}

/** The call `balanceOf(address)`: the first four bytes of its Keccak-256. */
export const balanceCall = '70a08231'

/** An address as the argument of a contract call: 32 bytes in hex. */
export const addressWord = (plainAddress: string): string => plainAddress.padStart(64, '0')

/** More than any token has. */
const maxDecimals = 36

/**
 * The decimals that a node names. A power of ten with millions of digits would hold up the process for minutes.
 *
 * @throws Error it names no count that a token can have
 */
export const readDecimals = (named: number): number => {
  if (Number.isInteger(named) && named >= 0 && named <= maxDecimals) return named
  throw new Error('the node names decimals that no token has')
}

/** One log of a receipt; equal on both chains except for the 0x prefix. */
export type Log = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** The first topic of `Transfer(address,address,uint256)`: the Keccak-256 of that text. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export const transferNotSeen: ChainLookup = {
  finding: 'unseen',
  arrived: null,
  sender: null,
  senders: [],
  confirmations: 0,
  block: null,
}

/** The twenty bytes of an address in lower-case hex, without any prefix. */
export const addressHex = (hex: string): string => hex.toLowerCase().slice(-40)

const plain = (hex: string): string => hex.replace(/^0x/i, '').toLowerCase()

export type IncomingPayment = {
  readonly finding: 'arrived' | 'wrongToken' | 'wrongRecipient'
  readonly units: bigint
  /** Each once, twenty bytes in hex. */
  readonly senders: readonly string[]
}

/**
 * Sums the transfers of the one token to some addresses in the logs of a receipt. Addresses are twenty bytes in
 * lower-case hex.
 *
 * @example sumTransferLogs(logs, token, recipients) // { finding: 'arrived', units: 1_500_000n, senders: ['5aaeb6…'] }
 */
export const sumTransferLogs = (
  logs: readonly Log[],
  token: string,
  recipients: ReadonlySet<string>,
): IncomingPayment => {
  const transfers = logs.flatMap(({ address, topics, data }) => {
    const [kind = '', from = '', to = '', ...rest] = topics.map(plain)
    const isTransfer = kind === transferTopic && to !== '' && rest.length === 0
    return isTransfer && /^[0-9a-f]{64}$/.test(plain(data))
      ? [{ token: addressHex(address), from: addressHex(from), to: addressHex(to), data: plain(data) }]
      : []
  })
  const ofToken = transfers.filter((transfer) => transfer.token === token)
  if (ofToken.length === 0) return { finding: 'wrongToken', units: 0n, senders: [] }
  // A transfer of nothing can name anybody as its sender.
  const mine = ofToken
    .map(({ from, to, data }) => ({ from, to, units: BigInt(`0x${data}`) }))
    .filter(({ to, units }) => recipients.has(to) && units > 0n)
  const units = mine.reduce((sum, transfer) => sum + transfer.units, 0n)
  if (units === 0n) return { finding: 'wrongRecipient', units, senders: [] }
  return { finding: 'arrived', units, senders: [...new Set(mine.map(({ from }) => from))] }
}

/** Depth and block of a receipt. */
export type ReceiptDepth = { readonly confirmations: number; readonly block: number; readonly needed: number }

const nothing = usdt('0')

/** Lookup result of a successful receipt: the received amount, once it is deep enough. */
export const lookupResult = (
  arrival: IncomingPayment,
  decimals: number,
  { confirmations, block, needed }: ReceiptDepth,
  writeAddress: (plain: string) => string,
): ChainLookup => {
  const place = { confirmations, block }
  const arrived = arrival.finding === 'arrived' ? usdtFromToken(arrival.units, decimals) : nothing
  // Less than the smallest unit of USDT cannot be credited.
  if (arrival.finding !== 'arrived' || arrived === nothing) {
    const finding = arrival.finding === 'arrived' ? 'wrongRecipient' : arrival.finding
    return { ...place, finding, arrived: null, sender: null, senders: [] }
  }
  const senders = arrival.senders.map(writeAddress)
  return {
    ...place,
    finding: confirmations >= needed ? 'confirmed' : 'pending',
    arrived,
    sender: senders[0] ?? null,
    senders,
  }
}

/** Number of blocks on top of a receipt, including its own. */
export const confirmationsAt = (head: number, block: number): number => Math.max(0, head - block + 1)

/** Timeout of a chain or gateway request; milliseconds. */
const patienceMs = 10_000

/** Queries an external service. Anything but a JSON response is thrown, without the URL, which may contain a key. */
export const fetchJson = async (what: string, url: string, init: RequestInit = {}): Promise<unknown> => {
  const answer = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
    headers: { 'content-type': 'application/json', accept: 'application/json', ...init.headers },
  }).catch((error: unknown) => {
    throw new Error(`${what} cannot be reached: ${error instanceof Error ? error.name : 'unknown'}`)
  })
  if (!answer.ok) throw new Error(`${what} answered ${answer.status}`)
  return answer.json().catch(() => {
    throw new Error(`${what} answered something that is no JSON`)
  })
}
