import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buyLots, demo, openCustomer, practiceState, type TestCustomer } from './customer.ts'
import { scratchFolder, startProduct } from './product.ts'

let folder: Awaited<ReturnType<typeof scratchFolder>>
beforeAll(async () => {
  folder = await scratchFolder()
})
afterAll(() => folder.remove())

/** Opens and closes positions as fast as it can until the product stops answering; counts what was answered. */
const tradeUntilTheEnd = async (customer: TestCustomer): Promise<{ opened: number[]; closed: number[] }> => {
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
    } catch (error) {
      if (error instanceof Error && 'key' in error && error.key === 'refused') await wait(20)
      else return { opened, closed }
    }
  }
}

it('keeps every answered trade and a balanced book through kill -9 in the middle of trading', async () => {
  const first = await startProduct(folder.path)
  const customer = openCustomer(first.address)
  await customer.signIn(demo.email, demo.pwd)
  const token = customer.token()
  const trading = Promise.all(Array.from({ length: 6 }, () => tradeUntilTheEnd(customer)))
  await wait(3000)
  await first.kill()
  const answered = (await trading).reduce(
    (all, one) => ({ opened: [...all.opened, ...one.opened], closed: [...all.closed, ...one.closed] }),
    { opened: [], closed: [] },
  )
  expect(answered.closed.length).toBeGreaterThan(3)

  const second = await startProduct(folder.path)
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
    // A close that was under way when the process died may have been committed without an answer.
    expect([1, 3]).toContain(receipt.order.status)
  }
  expect(token).not.toBe(again.token())
  expect(await second.stop()).toBe(0)
})

it('finds everything as it was at the next start, and stops cleanly each time', async () => {
  const third = await startProduct(folder.path)
  const customer = openCustomer(third.address)
  await customer.signIn(demo.email, demo.pwd)
  const before = await customer.client.call('/api/user/getuserinfo', {})
  expect(await third.stop()).toBe(0)

  const fourth = await startProduct(folder.path)
  const again = openCustomer(fourth.address)
  await again.signIn(demo.email, demo.pwd)
  expect(await again.client.call('/api/user/getuserinfo', {})).toEqual(before)
  expect((await practiceState(again)).ledger.balanced).toBe(true)
  expect(await fourth.stop()).toBe(0)
})
