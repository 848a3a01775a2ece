import type { PollOptions } from '@glasshouse/client/react/queries'
import type { RequestOf } from '@glasshouse/core/calls'
import { investProductsFromWire, productDetailFromWire } from '@glasshouse/core/invest/products/view/codec'
import { useDecodedCall, useDecodedPage } from './query.ts'

/** One page of the investment products on sale or sold out. */
export const useInvestProducts = (query: RequestOf<'/api/invest/productlist'>, watch: PollOptions = {}) =>
  useDecodedPage('/api/invest/productlist', query, investProductsFromWire, watch)

/** An investment product with its texts. */
export const useInvestProduct = (id: number, watch: PollOptions = {}) =>
  useDecodedCall('/api/invest/productDetail', { id }, productDetailFromWire, watch)
