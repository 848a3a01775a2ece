import type { PollOptions } from '@glasshouse/client/react/queries'
import type { RequestOf } from '@glasshouse/core/calls'
import { contractOrdersFromWire } from '@glasshouse/core/contracts/codec'
import { useDecodedPage } from './query.ts'

const path = '/api/contract/myContractOrderList'

/** One page of the customer's contract orders. */
export const useContractOrders = (payload: RequestOf<typeof path>, watch: PollOptions = {}) =>
  useDecodedPage(path, payload, contractOrdersFromWire, watch)
