import { expect, it } from 'vitest'
import { applicationsFromWire, contractWallet, isOpenOnly, issuesFromWire, symbolOf } from './codec.ts'
import { orderStatuses } from './rules.ts'
import type { SubscriptionOrder, SubscriptionProduct } from './wire.ts'

it('reads issues and applications of the wire with the names that pages use', () => {
  const row = [{ procode: 'SOLUSDT', ptitle: 'SOL/USDT', id: 7 }]
  const named = [{ symbol: 'SOLUSDT', title: 'SOL/USDT', id: 7 }]
  expect(issuesFromWire(row as unknown as SubscriptionProduct[])).toEqual(named)
  expect(applicationsFromWire(row as unknown as SubscriptionOrder[])).toEqual(named)
  expect(symbolOf({ procode: 'SOLUSDT' })).toBe('SOLUSDT')
  expect([isOpenOnly(1), isOpenOnly(''), isOpenOnly(undefined)]).toEqual([true, false, false])
  expect(contractWallet).toEqual({ levertype: 1 })
  expect(orderStatuses).toEqual({ confirming: 1, toPay: 2, completed: 3, cancelled: 4 })
})
