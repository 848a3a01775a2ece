/** Wire forms of deposits. */
import type { Network } from './networks.ts'
import type { DepositStatus } from './rules.ts'

const states = ['pending', 'credited', 'rejected'] as const
export type DepositState = (typeof states)[number]

/** State of a deposit by its wire status; one that expired without money is rejected. */
export const depositState = (status: DepositStatus): DepositState => states[status]

const evmNetwork: Network = 1001

/** Whether a network is an EVM chain (ERC20) and not TRON. */
export const isEvm = (network: Network): boolean => network === evmNetwork

/** A network as addresses name it. */
export const networkName = (network: Network): '1001' | '1002' => (isEvm(network) ? '1001' : '1002')
