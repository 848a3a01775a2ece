/**
 * Holdings as far as they are proven (trust.md 6): for an address a message that names report and day, the signature of that
 * address, and the amount read from the chain at a block.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createBase58check } from '@scure/base'
import { amountScale, formatDecimal, parseDecimal } from '../../money/units.ts'
import { concatBytes, fromHex, toHex, utf8 } from '../bytes.ts'
import { noneProven, parseReport } from '../liabilities/report.ts'
import { signedLines } from '../signedTexts.ts'
import type { TrustDifference } from '../verify.ts'

/** Networks whose addresses can be proven: 1001 Ethereum (EIP-191), 1002 TRON (TIP-191). */
export const ethereum = 1001
export const tron = 1002
export type HoldingNetwork = typeof ethereum | typeof tron

/** What an address signs. */
export type HoldingClaim = {
  readonly number: number
  /** The day of the report, yyyymmdd. */
  readonly day: string
  readonly asset: string
  readonly network: HoldingNetwork
  readonly address: string
}

/** A published address as `/api/trust/holdings` answers it; the amount in wire form. */
export type Holding = {
  readonly asset: string
  readonly network: number
  readonly address: string
  readonly message: string
  readonly signature: string
  readonly amount: string
  readonly block: number
}

/** The message that an address signs for one report; an Ethereum address stands in lower case, whatever its checksum. */
export const holdingMessage = ({ number, day, asset, network, address }: HoldingClaim): string =>
  signedLines('glasshouse.holding.v1', [
    ['number', String(number)],
    ['day', day],
    ['asset', asset],
    ['network', String(network)],
    ['address', network === ethereum ? address.toLowerCase() : address],
  ])

const prefixes: Readonly<Record<HoldingNetwork, string>> = {
  [ethereum]: '\x19Ethereum Signed Message:\n',
  [tron]: '\x19TRON Signed Message:\n',
}

/** A TRON address: version 0x41 and twenty bytes, in base 58 with a check sum. */
const tronAddress = (account: Uint8Array): string =>
  createBase58check(sha256).encode(concatBytes(Uint8Array.of(0x41), account))

/**
 * The 64 bytes x, y of the secp256k1 key that signed a hash of 32 bytes; null where no key did.
 *
 * @param signature 65 bytes: r, s, and 27 or 28 (or 0 or 1) for the parity of the point
 */
export const recoverPublicKey = (hash: Uint8Array, signature: Uint8Array): Uint8Array | null => {
  const parity = [0, 1, 27, 28].indexOf(signature[64] ?? -1)
  if (signature.length !== 65 || hash.length !== 32 || parity === -1) return null
  try {
    const { Signature } = secp256k1
    const point = Signature.fromBytes(signature.subarray(0, 64), 'compact').addRecoveryBit(parity % 2)
    return point.recoverPublicKey(hash).toBytes(false).subarray(1)
  } catch {
    // The library throws for numbers outside the group and for a point that is not on the curve.
    return null
  }
}

/** Whether an address signed a text as its network's wallets do. */
export const isSignedByAddress = (
  { network, address }: Pick<HoldingClaim, 'network' | 'address'>,
  text: string,
  signature: string,
): boolean => {
  const bytes = fromHex(signature.replace(/^0x/, ''))
  const message = utf8(text)
  const hash = keccak_256(concatBytes(utf8(`${prefixes[network]}${message.length}`), message))
  const key = bytes === null ? null : recoverPublicKey(hash, bytes)
  if (key === null) return false
  const account = keccak_256(key).subarray(12)
  return network === ethereum
    ? address.toLowerCase() === `0x${toHex(account)}`
    : address === tronAddress(account)
}

/** Sums of the published amounts per asset and network, each at one block; `none proven` without any. */
export const holdingsLine = (
  holdings: readonly {
    readonly asset: string
    readonly network: number
    readonly amount: bigint
    readonly block: number
  }[],
): string => {
  const groups = Map.groupBy(
    holdings.toSorted((a, b) => (a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : a.network - b.network)),
    ({ asset, network }) => `${asset} ${network}`,
  )
  const parts = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const sum = group.reduce((total, { amount }) => total + amount, 0n)
    return [`${first.asset}:${formatDecimal(sum, amountScale)}@${first.block}`]
  })
  return parts.length === 0 ? noneProven : parts.join(',')
}

const claimedNetwork = (network: number): HoldingNetwork | null =>
  network === ethereum || network === tron ? network : null

/**
 * Differences between what a report says of holdings and the proofs published with it: every message is of this report, day,
 * asset and address, its signature is that of the address, no address counts twice, one block per network, and the sums are
 * those of the text. That the amounts are those of the chain at the block is for the reader to look up.
 */
export const verifyHoldings = (
  reportText: string,
  holdings: readonly Holding[],
): readonly TrustDifference[] => {
  const report = parseReport(reportText)
  if (report === null) return [{ at: 'report', reason: 'the text is no report' }]
  const found: TrustDifference[] = []
  const counted: { asset: string; network: number; amount: bigint; block: number }[] = []
  const places = new Set<string>()
  for (const { asset, network: said, address, message, signature, amount, block } of holdings) {
    const emit = (reason: string): void => void found.push({ at: `holding ${address}`, reason })
    const network = claimedNetwork(said)
    const units = parseDecimal(amount, amountScale)
    if (network === null || units === null) {
      emit('the network or the amount is malformed')
      continue
    }
    const claim = { number: report.number, day: report.day, asset, network, address }
    if (message !== holdingMessage(claim)) emit('the message is not of this report and address')
    if (!isSignedByAddress(claim, message, signature)) emit('the signature is not of this address')
    const place = `${network} ${network === ethereum ? address.toLowerCase() : address}`
    if (places.has(place)) emit('the address is there twice')
    places.add(place)
    if (counted.some((other) => other.network === network && other.block !== block))
      emit('the amounts of its network are of several blocks')
    counted.push({ asset, network, amount: units, block })
  }
  if (holdingsLine(counted) !== report.holdings)
    found.push({
      at: `report ${report.number}`,
      reason: `its holdings are not those proven: ${report.holdings}`,
    })
  return found
}
