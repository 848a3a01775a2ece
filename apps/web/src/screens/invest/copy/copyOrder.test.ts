import { dayMs } from '@glasshouse/core/calendar/durations'
import { poolUnitsFromWire, unitPriceFromWire } from '@glasshouse/core/invest/orders/codec'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { boughtOrder } from '../products.fixture.ts'
import { exitOf, leavePreview } from './copyOrder.ts'

const end = Date.UTC(2027, 0, 30, 23)
const copy = {
  units: poolUnitsFromWire('1200'),
  unitPrice: unitPriceFromWire('1.037991549'),
  value: usdt('1245.5898588'),
  highWaterMark: unitPriceFromWire('1'),
  ...{ leavesMs: null, stopLossPercent: 40, leadFeePpm: 100_000, exitLevyPpm: 1_000 },
}
const order = {
  ...boughtOrder,
  ...{ kind: 'copy' as const, method: 'copy' as const, principal: usdt('1200') },
  ...{ days: 30, redeemableMs: end, copy },
}
const announced = { ...order, copy: { ...copy, leavesMs: end } }

it('previews an exit as the example of the specification, with and without the levy', () => {
  const now = leavePreview(order, 'now')
  expect([now.levy, now.paid].map(formatUsdt)).toEqual(['1.24103088', '1239.78984203'])
  expect(now.value - now.fee - now.levy).toBe(now.paid)
  const free = leavePreview(order, 'period')
  expect([free.levy, free.paid].map(formatUsdt)).toEqual(['0', '1241.03087291'])
})

it('names the dealing at which an order leaves, and refuses a second announcement', () => {
  expect(exitOf(order, 'period', end - 3 * dayMs)?.leavesMs).toBe(end)
  expect(exitOf(order, 'period', end - 3 * dayMs + 1)?.leavesMs).toBe(end + 30 * dayMs)
  expect(exitOf(announced, 'period', end - 5 * dayMs)).toBeNull()
  expect(exitOf(announced, 'now', end - 5 * dayMs)?.leavesMs).toBe(end - 4 * dayMs)
  expect(exitOf(announced, 'now', end - 1_000_000)).toBeNull()
})
