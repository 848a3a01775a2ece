import { hasAddressForm, type Network, networks } from '@glasshouse/core/destinations/rules'

/** Issue of an address, without its checksum, which the server verifies. */
export type AddressMistake = 'empty' | 'form' | 'otherNetwork' | 'unchanged'

/**
 * Issue of an address typed for a network; null if its format is valid.
 *
 * @example addressMistake('1001', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW', undefined) // 'otherNetwork'
 */
export const addressMistake = (
  network: Network,
  typed: string,
  saved: string | undefined,
): AddressMistake | null => {
  const address = typed.trim()
  if (address === '') return 'empty'
  if (address === saved) return 'unchanged'
  if (hasAddressForm(network, address)) return null
  return networks.some((other) => hasAddressForm(other, address)) ? 'otherNetwork' : 'form'
}

/** Network whose address format matches. */
export const networkOfAddress = (typed: string): Network | null =>
  networks.find((network) => hasAddressForm(network, typed.trim())) ?? null
