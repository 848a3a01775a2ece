import { inject } from 'vitest'
import type { ProductAnswer, ProductQuestion } from './products.setup.ts'
import { type SteeredMarket, type SteeredProduct, startSteeredProduct } from './steeredProduct.ts'

export type SharedProduct = {
  readonly address: string
  readonly dataFolder: string
  readonly market: SteeredMarket
}

const request = async (move?: readonly [string, string]): Promise<ProductAnswer> => {
  const worker = process.env.VITEST_POOL_ID ?? '1'
  const question: ProductQuestion = move === undefined ? { worker } : { worker, move }
  const answer = await fetch(inject('productsUrl'), { method: 'POST', body: JSON.stringify(question) })
  if (!answer.ok) throw new Error(`the worker's product: ${await answer.text()}`)
  return (await answer.json()) as ProductAnswer
}

/**
 * Product of this worker, with opening prices. Test files share it one after the other: a test registers its own
 * customers (`newCustomer`) and does not change settings, staff or the demo customer.
 */
export const sharedProduct = async (): Promise<SharedProduct> => ({
  ...(await request()),
  market: { set: async (symbol, bid) => void (await request([symbol, bid])) },
})

/**
 * Separate product from the prepared data, for tests that change settings, staff or the queue, use wrong passwords,
 * or restart. The caller closes it.
 */
export const ownProduct = (environment: Readonly<Record<string, string>> = {}): Promise<SteeredProduct> =>
  startSteeredProduct({ preparedFolder: inject('preparedFolder'), environment })
