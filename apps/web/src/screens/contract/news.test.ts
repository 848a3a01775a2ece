import { expect, it } from 'vitest'
import { newsOf } from './news.ts'

it('tells of fills and of closes that nobody pressed a button for', () => {
  expect(newsOf({ e: 'ENTRUSTED_TRANSACTION', data: { id: 7 } })).toBe(7)
  expect(newsOf({ e: 'CLOSE_LEVER_ORDER', data: { id: 8, closeReason: 'loss' } })).toBe(8)
  expect(newsOf({ e: 'CLOSE_LEVER_ORDER', data: { id: 9, closeReason: 'liquidation' } })).toBe(9)
  expect(newsOf({ e: 'CLOSE_LEVER_ORDER', data: { id: 9, closeReason: 'user' } })).toBeNull()
  expect(newsOf({ e: 'ENTRUSTED_TRANSACTION', data: { id: 7, status: 4 } })).toBe(7)
  expect(newsOf({ e: 'WALLET_CHANGED', data: { id: 9 } })).toBeNull()
  expect(newsOf({ e: 'ENTRUSTED_TRANSACTION', data: {} })).toBeNull()
})
