import { price, quantity, usdt } from '@glasshouse/core/money/units'
import type { Application } from '@glasshouse/core/subscription/codec'
import { expect, it } from 'vitest'
import { recalculatePayment } from './paymentReckoning.ts'

const order: Application = {
  ...{ id: 7, issueId: 2, hash: 'ab'.repeat(32), pid: 5, symbol: 'SOLUSDT', title: 'SOL/USDT' },
  ...{ price: price('0.33333'), asked: quantity('40'), coins: quantity('20') },
  ...{ money: usdt('6.6666'), paid: usdt('6.6666'), state: 'completed', reason: null },
  ...{ createdMs: 1, payableUntilMs: 3, paidMs: 2 },
}

it('what allotted coins cost at the issue price, rounded up to four decimals, is what was charged', () => {
  expect(recalculatePayment(order)).toMatchObject({ paid: 666_660_000n, matches: true })
})
it('another charge, or an order that is not completed, does not match', () => {
  expect(recalculatePayment({ ...order, paid: usdt('6.6667') }).matches).toBe(false)
  expect(recalculatePayment({ ...order, state: 'toPay' }).matches).toBe(false)
})
