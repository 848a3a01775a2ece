import type { Usdt } from '@glasshouse/core/money/units'
import { movementsOf } from '@glasshouse/testkit/movements'
import { expect, it } from 'vitest'
import { orderBoughtPosting } from '../invest/index.fixture.ts'
import { orderEndedPosting } from '../investMidnight/index.fixture.ts'
import { orderReleasedPosting } from './postings.ts'

const [wallet, held] = ['customer/10001/wallet/USDT', 'customer/10001/principal/USDT']
const reserve = 'house/interest:3/USDT'
const order = { id: 5, uid: 10_001, product_id: 3, principal: 100n as Usdt, credit: 0n }
const pledged = [orderBoughtPosting(order), orderEndedPosting(order, 9n, true)]

it('keeps the principal of an order held at its end while it secures a loan, until it is released', () => {
  const kept = movementsOf(pledged, wallet, reserve)
  expect([kept.moved(wallet), kept.moved(held)]).toEqual([9n - 100n, 100n])
  const released = movementsOf([...pledged, orderReleasedPosting(order)], wallet, reserve)
  expect([released.moved(wallet), released.moved(held)]).toEqual([9n, 0n])
})

it('releases an order once', () => {
  const once = [...pledged, orderReleasedPosting(order)]
  const { kinds } = movementsOf([...once, ...once], wallet, reserve, held)
  expect(kinds).toEqual([...Array(3).fill('accepted'), ...Array(3).fill('repeated')])
  expect(orderReleasedPosting(order).cause.id).toBe(5)
})

it('moves the principal of its own customer alone, whatever its size, and nothing of the interest', () => {
  for (const principal of [1n, 10n ** 10n, 10n ** 18n]) {
    const one = { id: 9, uid: 10_002, principal: principal as Usdt }
    const { kinds, moved } = movementsOf([orderReleasedPosting(one)], 'customer/10002/principal/USDT')
    expect(kinds).toEqual(['accepted'])
    expect([moved('customer/10002/wallet/USDT'), moved('customer/10002/principal/USDT')]).toEqual([
      ...[principal, -principal],
    ])
    expect([moved(wallet), moved(held), moved(reserve)]).toEqual([0n, 0n, 0n])
  }
})

it('is refused where the principal is not held, so that no loan pays it twice', () => {
  expect(movementsOf([orderReleasedPosting(order)], wallet, reserve).kinds).toEqual(['short'])
  const keys = [1, 2].map((id) => orderReleasedPosting({ ...order, id }).key)
  expect(keys).toEqual(['invest-released:1', 'invest-released:2'])
})
