import { afterEach, beforeEach, expect, it } from 'vitest'
import { demo, openCustomer, practiceState } from './customer.ts'
import type { SteeredProduct } from './steeredProduct.ts'
import { ownProduct } from './workerProduct.ts'

let product: SteeredProduct
beforeEach(async () => {
  product = await ownProduct()
})
afterEach(() => product?.close())

it('restores its state at the next start and stops cleanly each time', async () => {
  const customer = openCustomer(product.address)
  await customer.signIn(demo.email, demo.pwd)
  const before = await customer.client.call('/api/user/getuserinfo', {})
  expect(await product.stop()).toBe(0)

  const second = await product.again()
  const again = openCustomer(second.address)
  await again.signIn(demo.email, demo.pwd)
  expect(await again.client.call('/api/user/getuserinfo', {})).toEqual(before)
  expect((await practiceState(again)).ledger.balanced).toBe(true)
  expect(await second.stop()).toBe(0)
})
