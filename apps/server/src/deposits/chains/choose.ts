import { isEvm } from '@glasshouse/core/deposits/codec'
import type { Network } from '@glasshouse/core/deposits/networks'
import type { Settings } from '../../platform/settings/index.ts'
import type { Chain } from './chain.ts'
import { createEvmChain } from './evm.ts'
import { createTronChain } from './tron.ts'

/** Configured chains by network; none in practice mode, which rejects their settings at the start. */
export type Chains = ReadonlyMap<Network, Chain>

/** Blocks that make a transfer final, if the chain is configured; null otherwise. */
export const confirmationsNeeded = (settings: Settings, network: Network): number | null => {
  const [url, needed] = isEvm(network)
    ? [settings.EVM_RPC_URL, settings.EVM_CONFIRMATIONS]
    : [settings.TRON_API_URL, settings.TRON_CONFIRMATIONS]
  return url === undefined ? null : needed
}

/** The chains of the settings. */
export const openChains = (settings: Settings): Chains => {
  const chains = new Map<Network, Chain>()
  if (settings.MODE !== 'live') return chains
  const { EVM_RPC_URL, EVM_TOKEN, TRON_API_URL, TRON_TOKEN } = settings
  if (EVM_RPC_URL !== undefined && EVM_TOKEN !== undefined)
    chains.set(
      1001,
      createEvmChain({ url: EVM_RPC_URL, token: EVM_TOKEN, needed: settings.EVM_CONFIRMATIONS }),
    )
  if (TRON_API_URL !== undefined && TRON_TOKEN !== undefined) {
    const [key, needed] = [settings.TRON_API_KEY, settings.TRON_CONFIRMATIONS]
    chains.set(1002, createTronChain({ url: TRON_API_URL, key, token: TRON_TOKEN, needed }))
  }
  return chains
}
