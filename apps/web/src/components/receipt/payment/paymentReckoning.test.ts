import type { Application } from '@glasshouse/core/subscription/codec'
import { expect, it } from 'vitest'
import { recalculatePayment } from './paymentReckoning.ts'

const order: Application = {
  ...{ id: 7, issue: 2, hash: 'ab'.repeat(32), pid: 5, symbol: 'SOLUSDT', title: 'SOL/USDT' },
  ...{ price: '0.33333', asked: '40', amout: '20', money: '6.6666', realprice: '6.6666' },
  ...{ ctime: 1, lasttime: 3, paytime: 2, status: 3 },
}

it('what allotted coins cost at the issue price, rounded up to four decimals, is what was charged', () => {
  expect(recalculatePayment(order)).toMatchObject({ paid: 666_660_000n, matches: true })
})
it('another charge, or an order that is not completed, does not match', () => {
  expect(recalculatePayment({ ...order, realprice: '6.6667' }).matches).toBe(false)
  expect(recalculatePayment({ ...order, status: 2 }).matches).toBe(false)
})
