import { maskMiddle } from '@glasshouse/core/destinations/rules'

const chainHash = /^(?:0x)?[0-9a-z]{64}$/

/** Block explorer address of a transfer; null for bank references and in practice mode. */
export const placeOfProof = (network: string, proof: string, isPractice: boolean): string | null => {
  if (isPractice || !chainHash.test(proof)) return null
  if (/erc20/i.test(network)) return `https://etherscan.io/tx/${proof}`
  return /trc20/i.test(network) ? `https://tronscan.org/#/transaction/${proof}` : null
}

/** Shortened hash; a bank reference is unchanged. */
export const shortProof = (proof: string): string => (chainHash.test(proof) ? maskMiddle(proof) : proof)
