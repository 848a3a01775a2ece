import type { PollOptions } from '@glasshouse/client/react/queries'
import {
  attributedTradesFromWire,
  poolDealingsFromWire,
  poolOrdersFromWire,
} from '@glasshouse/core/invest/copy/pool/codec'
import { listAttributionToWire, type OrderDay } from '@glasshouse/core/invest/orders/codec'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { useDecodedPage } from './query.ts'

/** One page of what the pool of one of my copy orders traded. */
export const usePoolOrders = (orderId: number, page: number, pageSize: number, watch: PollOptions) =>
  useDecodedPage(
    '/api/invest/poolOrders',
    { id: orderId, ...pageToWire(page, pageSize) },
    poolOrdersFromWire,
    watch,
  )

/** One page of the closed positions of the pool of a product. */
export const usePoolTrades = (productId: number, page: number, pageSize: number, watch: PollOptions) =>
  useDecodedPage(
    '/api/invest/poolTrades',
    { id: productId, ...pageToWire(page, pageSize) },
    poolOrdersFromWire,
    watch,
  )

/** One page of the dealings of a product, one a midnight. */
export const usePoolDealings = (productId: number, page: number, pageSize: number, watch: PollOptions) =>
  useDecodedPage(
    '/api/invest/poolDealings',
    { id: productId, ...pageToWire(page, pageSize) },
    poolDealingsFromWire,
    watch,
  )

/** The first rows behind a day of a copy order, at most so many. */
export const useAttribution = (day: Pick<OrderDay, 'orderId' | 'number'>, limit: number) =>
  useDecodedPage('/api/invest/buyDetail', listAttributionToWire(day, 1, limit), attributedTradesFromWire)
