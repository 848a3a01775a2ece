import { inject } from 'vitest'
import type { ProductAnswer, ProductQuestion } from './products.setup.ts'
import { type SteeredMarket, type SteeredProduct, startSteeredProduct } from './steeredProduct.ts'

export type SharedProduct = {
  readonly address: string
  readonly dataFolder: string
  readonly market: SteeredMarket
}

const ask = async (move?: readonly [string, string]): Promise<ProductAnswer> => {
  const worker = process.env.VITEST_POOL_ID ?? '1'
  const question: ProductQuestion = move === undefined ? { worker } : { worker, move }
  const answer = await fetch(inject('productsUrl'), { method: 'POST', body: JSON.stringify(question) })
  if (!answer.ok) throw new Error(`the worker's product: ${await answer.text()}`)
  return (await answer.json()) as ProductAnswer
}

/**
 * The one product of this worker, with every price where it opened. Test files follow each other on it: a test
 * registers customers of its own (`newCustomer`) and leaves settings, staff and the demo customer as they are.
 */
export const sharedProduct = async (): Promise<SharedProduct> => ({
  ...(await ask()),
  market: { set: async (symbol, bid) => void (await ask([symbol, bid])) },
})

/**
 * A product of the test's own, from the prepared data, for what others must not see: settings, staff, the queue,
 * wrong passwords, a restart. Whoever starts it closes it.
 */
export const ownProduct = (environment: Readonly<Record<string, string>> = {}): Promise<SteeredProduct> =>
  startSteeredProduct({ preparedFolder: inject('preparedFolder'), environment })
