import { afterEach, beforeEach, expect, it } from 'vitest'
import { buyLots, demo, openCustomer, practiceState } from './customer.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { ownProduct } from './workerProduct.ts'

let product: SteeredProduct
beforeEach(async () => {
  product = await ownProduct()
})
afterEach(() => product?.close())

/** Enough trades that some are in flight when the product is killed. */
const tradesBeforeTheEnd = 120

/** Opens and closes positions until the product stops responding; returns the confirmed ones. */
const tradeUntilTheEnd = async (
  address: string,
  answered: () => void,
): Promise<{ opened: number[]; closed: number[] }> => {
  // A separate session: two equal calls of one session in the same millisecond count as one repeated call.
  const customer = openCustomer(address)
  await customer.signIn(demo.email, demo.pwd)
  const opened: number[] = []
  const closed: number[] = []
  for (;;) {
    try {
      const order = await buyLots(customer, 1)
      opened.push(order.id)
      if (opened.length % 2 === 0) {
        await customer.client.call('/api/contract/pingcangContract', { id: order.id })
        closed.push(order.id)
      }
      answered()
    } catch (error) {
      if (error instanceof Error && 'key' in error && error.key === 'refused') throw error
      return { opened, closed }
    }
  }
}

it('keeps every confirmed trade and a balanced ledger after kill -9 during trading', async () => {
  const customer = openCustomer(product.address)
  await customer.signIn(demo.email, demo.pwd)
  const token = customer.token()
  const { promise: inTheMiddle, resolve } = Promise.withResolvers<void>()
  let trades = 0
  const count = () => {
    trades += 1
    if (trades === tradesBeforeTheEnd) resolve()
  }
  const trading = Promise.all(Array.from({ length: 6 }, () => tradeUntilTheEnd(product.address, count)))
  // If trading ends before the kill, stop waiting.
  await Promise.race([inTheMiddle, trading])
  await product.kill()
  const answered = (await trading).reduce(
    (all, result) => ({
      opened: [...all.opened, ...result.opened],
      closed: [...all.closed, ...result.closed],
    }),
    { opened: [], closed: [] },
  )
  expect(answered.closed.length).toBeGreaterThan(3)

  const second = await product.again()
  const again = openCustomer(second.address)
  await again.signIn(demo.email, demo.pwd)
  const state = await practiceState(again)
  expect(state.ledger.invariants.filter((invariant) => !invariant.holds)).toEqual([])
  expect(state.ledger.balanced).toBe(true)
  for (const id of answered.closed.slice(-20)) {
    const receipt = await again.client.call('/api/contract/receipt', { id })
    expect(receipt.order.status).toBe(3)
  }
  const stillOpen = answered.opened.filter((id) => !answered.closed.includes(id))
  for (const id of stillOpen.slice(-20)) {
    const receipt = await again.client.call('/api/contract/receipt', { id })
    // A close in flight at the kill can be committed without a response.
    expect([1, 3]).toContain(receipt.order.status)
  }
  expect(token).not.toBe(again.token())
  expect(await second.stop()).toBe(0)
})
