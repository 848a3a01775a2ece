import { hasAddressForm, type Network, networks } from '@glasshouse/core/funding/destinations/rules'

/** What is wrong with an address before the server has looked at its checksum. */
export type AddressMistake = 'empty' | 'form' | 'otherNetwork' | 'unchanged'

/**
 * Judges an address that somebody typed for a network; null when only the server can say more.
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

/** The network whose addresses look like this one. */
export const networkOfAddress = (typed: string): Network | null =>
  networks.find((network) => hasAddressForm(network, typed.trim())) ?? null
