import { termsHash, termsTextOf } from '@glasshouse/core/markets/terms'
import { price, quantity } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sha256 } from '../../platform/secrets/index.ts'
import { listOrders, placeOrder } from '../index.ts'

let stage: ContractFixture
const uid = 7
beforeEach(async () => {
  stage = await contractFixture()
  await stage.give(uid, '1000')
})
afterEach(() => stage.database.drop())

const present = () => {
  const product = stage.markets.product(1)
  if (product === null) throw new Error('no product 1')
  return { product, terms: termsHash(termsTextOf(product), sha256) }
}
const open = (terms?: string) =>
  placeOrder(
    stage,
    { uid },
    {
      ...plainOrder,
      leverage: 10,
      price: price('65850'),
      pid: 1,
      lots: 5,
      kind: 'market',
      side: 'long',
      termsId: terms,
    },
  )

it('an order that names the terms it was written for opens at them and at no others', async () => {
  const { product, terms } = present()
  expect(await open(terms)).toMatchObject({ state: 'open', quantity: quantity('0.005') })
  for (const change of [
    { lot: quantity('0.1') },
    { feeRatePpm: 1_000 },
    { leverages: [2, 5, 10] },
    { payoutPercents: [1] },
    { expiryMinutes: ['1'] },
  ]) {
    stage.markets.offer({ ...product, ...change })
    await expect(open(terms)).rejects.toMatchObject({
      code: 'priceChanged',
      data: { reason: 'termsChanged', terms: present().terms },
    })
  }
  const question = {
    states: null,
    pid: null,
    wallet: 'contract',
    page: 1,
    pageSize: 10,
    orderBy: 'id',
    direction: 'asc',
  } as const
  expect((await listOrders(stage, { uid }, question)).total).toBe(1)
  // What is not agreed on may change: a title, the decimals that pages show.
  stage.markets.offer({ ...product, title: 'Bitcoin', scale: 4 })
  expect((await open(terms)).state).toBe('open')
})

it('an order that names none is taken at the present terms', async () => {
  stage.markets.offer({ ...present().product, lot: quantity('0.002') })
  expect(await open()).toMatchObject({ quantity: quantity('0.01') })
})
