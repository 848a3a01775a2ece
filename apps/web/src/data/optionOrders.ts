import type { PollOptions } from '@glasshouse/client/react/queries'
import { optionOrdersFromWire, optionsQueryToWire } from '@glasshouse/core/options/codec'
import { useDecodedPage } from './query.ts'

/** One page of the customer's options in a state, or of all of them. */
export const useOptionOrders = (query: Parameters<typeof optionsQueryToWire>[0], watch: PollOptions = {}) =>
  useDecodedPage('/api/option/orderList', optionsQueryToWire(query), optionOrdersFromWire, watch)
