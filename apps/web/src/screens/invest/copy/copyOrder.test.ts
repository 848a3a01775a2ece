import { dayMs } from '@glasshouse/core/calendar/days'
import { formatUsdt } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { orderRow } from '../products.fixture.ts'
import { exitOf, leavePreview } from './copyOrder.ts'

const end = Date.UTC(2027, 0, 30, 23)
const order = {
  ...orderRow,
  kind: 'copy' as const,
  interesttype: 3 as const,
  buymoney: '1200',
  freezedate: 30,
  returntime: end,
  units: '1200',
  unitprice: '1.037991549',
  hwm: '1',
  leaves: null,
  leadfee: '10',
  exitlevy: '0.1',
}

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
  expect(exitOf({ ...order, leaves: end }, 'period', end - 5 * dayMs)).toBeNull()
  expect(exitOf({ ...order, leaves: end }, 'now', end - 5 * dayMs)?.leavesMs).toBe(end - 4 * dayMs)
  expect(exitOf({ ...order, leaves: end }, 'now', end - 1_000_000)).toBeNull()
})
