import type { PollOptions } from '@glasshouse/client/react/queries'
import {
  accountQueryToWire,
  type ContractAccount,
  type ContractOrder,
  type ContractOrdersQuery,
  contractAccountFromWire,
  contractOrdersFromWire,
  ordersQueryToWire,
} from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { type PageState, type QueryState, useDecodedCall, useDecodedPage } from './query.ts'

/** One page of the customer's contract orders. */
export const useContractOrders = (
  query: ContractOrdersQuery,
  watch: PollOptions = {},
): PageState<readonly ContractOrder[]> =>
  useDecodedPage('/api/contract/myContractOrderList', ordersQueryToWire(query), contractOrdersFromWire, watch)

/** Figures of a contract wallet of the customer. */
export const useContractAccount = (
  wallet: ContractWallet,
  watch: PollOptions = {},
): QueryState<ContractAccount> =>
  useDecodedCall('/api/contract/account', accountQueryToWire(wallet), contractAccountFromWire, watch)
