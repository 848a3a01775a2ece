import { type DepositAddress, isEvm, networkName } from '@glasshouse/core/deposits/codec'
import { type Network, networks } from '@glasshouse/core/deposits/networks'
import { readAddress } from '../../destinations/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { InvalidSettingsError, type Settings } from '../../platform/settings/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { deriveAddress, practiceAddress, xpubFingerprint } from '../chains/addresses.ts'
import { confirmationsNeeded } from '../chains/choose.ts'
import { findAddress, insertAddress, lockNextDerivationIndex } from '../store/addresses.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** Display name of the network, and its channel name in the ledger. */
export const networkNames: Readonly<Record<Network, { readonly title: string; readonly channel: string }>> = {
  1001: { title: 'USDT (ERC20)', channel: 'erc20' },
  1002: { title: 'USDT (TRC20)', channel: 'trc20' },
}

const keysOf = (settings: Settings, network: Network) =>
  isEvm(network)
    ? { extended: settings.EVM_XPUB, operator: settings.EVM_ADDRESS }
    : { extended: settings.TRON_XPUB, operator: settings.TRON_ADDRESS }

/**
 * Validates the operator's addresses: money sent to a mistyped one would be lost.
 *
 * @throws InvalidSettingsError an address has a wrong checksum
 */
export const assertOperatorAddressesValid = (settings: Settings): void => {
  const { EVM_ADDRESS, EVM_TOKEN, TRON_ADDRESS, TRON_TOKEN } = settings
  const addresses = { 1001: { EVM_ADDRESS, EVM_TOKEN }, 1002: { TRON_ADDRESS, TRON_TOKEN } } as const
  const problems = networks.flatMap((network) =>
    Object.entries(addresses[network]).flatMap(([name, address]) =>
      address === undefined || read(network, address) !== null ? [] : [`${name}: its checksum is wrong`],
    ),
  )
  if (problems.length > 0) throw new InvalidSettingsError(problems)
}

const read = (network: Network, address: string): string | null => readAddress(networkName(network), address)

/** In live mode a network accepts deposits only if its chain is configured; in practice mode both do. */
const isOpen = (settings: Settings, network: Network): boolean =>
  settings.MODE === 'practice' || confirmationsNeeded(settings, network) !== null

/**
 * Deposit address of a customer on a network: a separate one if the operator configured an extended public key, else
 * the operator's; in practice mode without either, one without a key. Null if the network is closed.
 */
export const depositAddressOf = async (deps: Deps, uid: number, network: Network): Promise<string | null> => {
  const { settings } = deps
  if (!isOpen(settings, network)) return null
  const { extended, operator } = keysOf(settings, network)
  if (extended !== undefined) return ownAddress(deps, uid, network, extended)
  if (operator !== undefined) return read(network, operator)
  return settings.MODE === 'practice' ? practiceAddress(network) : null
}

/**
 * The customer's own address of a key: derived once with the next free index, and kept permanently. It is derived again before it
 * is shown, because a row that another program wrote into the database would lead payments elsewhere.
 */
const ownAddress = async (
  { clock, database }: Deps,
  uid: number,
  network: Network,
  extended: string,
): Promise<string> => {
  const key = { network, keyId: xpubFingerprint(extended) }
  const known = await findAddress(database.db, key, uid)
  if (known !== null) {
    if (known.address !== deriveAddress(network, extended, known.place))
      throw new Error(`the deposit address of customer ${uid} on ${network} is not that of its key`)
    return known.address
  }
  return transact(database.db, async (tx) => {
    const place = await lockNextDerivationIndex(tx, key)
    // A concurrent request derived the address of the same customer.
    const since = await findAddress(tx, key, uid)
    if (since !== null) return since.address
    const address = deriveAddress(network, extended, place)
    await insertAddress(tx, key, { uid, place, address, sinceMs: clock.now() })
    return address
  })
}

/** All networks that accept deposits, with the customer's address. */
export const depositAddresses = async (deps: Deps, uid: number): Promise<readonly DepositAddress[]> => {
  const found = await Promise.all(
    networks.map(async (network) => {
      const address = await depositAddressOf(deps, uid, network)
      return address === null ? [] : [{ network, name: networkNames[network].title, address }]
    }),
  )
  return found.flat()
}
