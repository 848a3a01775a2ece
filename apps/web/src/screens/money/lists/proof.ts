import { maskMiddle } from '@glasshouse/core/funding/destinations/rules'

const chainHash = /^(?:0x)?[0-9a-z]{64}$/

/** Where the proof of a transfer can be looked up by anybody; a bank reference and play money have no such place. */
export const placeOfProof = (network: string, proof: string, isPractice: boolean): string | null => {
  if (isPractice || !chainHash.test(proof)) return null
  if (/erc20/i.test(network)) return `https://etherscan.io/tx/${proof}`
  return /trc20/i.test(network) ? `https://tronscan.org/#/transaction/${proof}` : null
}

/** A hash by its ends; a bank reference as it is. */
export const shortProof = (proof: string): string => (chainHash.test(proof) ? maskMiddle(proof) : proof)
