import { expect, it } from 'vitest'
import { orderNotification } from './news.ts'

it('returns fills and closes that the user did not request', () => {
  expect(orderNotification({ e: 'ENTRUSTED_TRANSACTION', data: { id: 7 } })).toBe(7)
  expect(orderNotification({ e: 'CLOSE_LEVER_ORDER', data: { id: 8, closeReason: 'loss' } })).toBe(8)
  expect(orderNotification({ e: 'CLOSE_LEVER_ORDER', data: { id: 9, closeReason: 'liquidation' } })).toBe(9)
  expect(orderNotification({ e: 'CLOSE_LEVER_ORDER', data: { id: 9, closeReason: 'user' } })).toBeNull()
  expect(orderNotification({ e: 'ENTRUSTED_TRANSACTION', data: { id: 7, status: 4 } })).toBe(7)
  expect(orderNotification({ e: 'WALLET_CHANGED', data: { id: 9 } })).toBeNull()
  expect(orderNotification({ e: 'ENTRUSTED_TRANSACTION', data: {} })).toBeNull()
})
