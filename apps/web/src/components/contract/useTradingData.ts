import type { ContractOrder, ContractOrdersQuery } from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { useMemo } from 'react'
import { useContractAccount, useContractOrders } from '../../data/contractOrders.ts'
import { useProfile } from '../../data/profile.ts'
import { useSession } from '../../data/useSession.ts'
import type { TradingData } from './tradingData.ts'

/** Orders per call. */
const pageSize = 100

/** The newest two hundred orders of a wallet in some states: a wallet has at most so many open and resting ones. */
export const useWalletOrders = (
  wallet: ContractWallet,
  states: ContractOrdersQuery['states'],
  off: boolean,
) => {
  const first = useContractOrders({ wallet, states, page: 1, pageSize }, { off })
  const second = useContractOrders(
    { wallet, states, page: 2, pageSize },
    { off: off || (first.total ?? 0) <= pageSize },
  )
  const data = useMemo(() => {
    if (first.data === undefined || second.data === undefined) return first.data
    // An order that was placed between the calls moves the last one of the first page to the second.
    const ids = new Set(first.data.map(({ id }) => id))
    return [...first.data, ...second.data.filter(({ id }) => !ids.has(id))] satisfies readonly ContractOrder[]
  }, [first.data, second.data])
  return { ...first, data }
}

/** Loads the user's account and orders, and reloads them on every event and gap. */
export const useTradingData = (wallet: ContractWallet): TradingData => {
  const off = useSession() === null
  const user = useProfile({ off })
  const account = useContractAccount(wallet, { off, everyMs: 10_000 })
  const open = useWalletOrders(wallet, ['open', 'closing'], off)
  const pending = useWalletOrders(wallet, ['resting'], off)
  return {
    wallet,
    user: user.data,
    account,
    open: off ? undefined : open.data,
    openTotal: off ? undefined : open.total,
    pending: off ? undefined : pending.data,
    pendingTotal: off ? undefined : pending.total,
    failed: [open, pending].find(({ error, data }) => error && data === undefined),
  }
}
