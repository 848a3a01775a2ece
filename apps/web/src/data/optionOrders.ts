import type { PollOptions } from '@glasshouse/client/react/queries'
import type { RequestOf } from '@glasshouse/core/calls'
import { optionOrdersFromWire } from '@glasshouse/core/options/codec'
import { useDecodedPage } from './query.ts'

const path = '/api/option/orderList'
const wireStates = { all: undefined, open: 0, settled: 1 } as const

/** One page of the customer's options in a state. */
export const useOptionOrders = (
  state: keyof typeof wireStates,
  paging: Omit<RequestOf<typeof path>, 'ostaus'>,
  watch: PollOptions = {},
) => useDecodedPage(path, { ...paging, ostaus: wireStates[state] }, optionOrdersFromWire, watch)
