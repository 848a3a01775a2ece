import type { PollOptions } from '@glasshouse/client/react/queries'
import {
  accountQueryToWire,
  aiOrdersFromWire,
  type ContractAccount,
  type ContractOrder,
  type ContractOrdersQuery,
  contractAccountFromWire,
  contractOrdersFromWire,
  ordersQueryToWire,
} from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { type PageState, type QueryState, useDecodedCall, useDecodedPage } from './query.ts'

/** The newest positions of a wallet, closed ones too. */
const newestPositions = {
  states: ['open', 'closing', 'closed'],
  page: 1,
  pageSize: 100,
  orderBy: 'id',
} as const

/** One page of the customer's contract orders. */
export const useContractOrders = (
  query: ContractOrdersQuery,
  watch: PollOptions = {},
): PageState<readonly ContractOrder[]> =>
  useDecodedPage('/api/contract/myContractOrderList', ordersQueryToWire(query), contractOrdersFromWire, watch)

/** What AI ordering placed among the customer's newest hundred positions on a market; it trades the first contract wallet. */
export const useAiOrders = (pid: number): PageState<readonly ContractOrder[]> =>
  useDecodedPage(
    '/api/contract/myContractOrderList',
    ordersQueryToWire({ ...newestPositions, wallet: 'contract', pid }),
    aiOrdersFromWire,
  )

/** Figures of a contract wallet of the customer. */
export const useContractAccount = (
  wallet: ContractWallet,
  watch: PollOptions = {},
): QueryState<ContractAccount> =>
  useDecodedCall('/api/contract/account', accountQueryToWire(wallet), contractAccountFromWire, watch)
