import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { openingBids, prepareFolder, type SteeredProduct, startSteeredProduct } from './steeredProduct.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a product that ran once, to be copied. */
    preparedFolder: string
    /** Address at which workers request their product and move its prices. */
    productsUrl: string
  }
}

/** Request of a worker: its product with opening prices, or a move of one market. */
export type ProductQuestion = { readonly worker: string; readonly move?: readonly [string, string] }
export type ProductAnswer = { readonly address: string; readonly dataFolder: string }

/**
 * Prepares the data of a product once per run, and runs one product per worker: started on its first request,
 * stopped after the last test.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prepared = await prepareFolder()
  const products = new Map<string, Promise<SteeredProduct>>()
  const productOf = (worker: string): Promise<SteeredProduct> => {
    const known = products.get(worker) ?? startSteeredProduct({ preparedFolder: prepared.path })
    products.set(worker, known)
    return known
  }
  const answer = async ({ worker, move }: ProductQuestion): Promise<ProductAnswer> => {
    const { address, dataFolder, market } = await productOf(worker)
    const back = Object.entries(openingBids).filter(([symbol, opening]) => market.bid(symbol) !== opening)
    for (const [symbol, bid] of move === undefined ? back : [move]) await market.set(symbol, bid)
    return { address, dataFolder }
  }
  const server = createServer((request, response) => {
    json(request)
      .then((question) => answer(question as ProductQuestion))
      .then(
        (answer) => response.end(JSON.stringify(answer)),
        (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
      )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  project.provide('preparedFolder', prepared.path)
  project.provide('productsUrl', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return async () => {
    server.closeAllConnections()
    server.close()
    const opened = await Promise.allSettled(products.values())
    await Promise.all(
      opened.map((product) => (product.status === 'fulfilled' ? product.value.close() : undefined)),
    )
    await prepared.remove()
  }
}
