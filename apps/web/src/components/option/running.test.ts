import { price } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { clockText, countdown, standing } from './running.ts'

it('compares an open option with the current price', () => {
  const call = { type: 'call', entryPrice: price('66019.82') } as const
  const put = { type: 'put', entryPrice: price('66131.1') } as const
  expect(standing(call, price('66128.74'))).toEqual({ side: 'ahead', by: price('108.92') })
  expect(standing(call, price('66000'))).toEqual({ side: 'behind', by: price('19.82') })
  expect(standing(put, price('66128.74'))).toEqual({ side: 'ahead', by: price('2.36') })
  expect(standing(put, price('66131.11'))).toEqual({ side: 'behind', by: price('0.01') })
  expect(standing(put, price('66131.1')).side).toBe('level')
})

it('counts down in steps of one second', () => {
  const order = { openedMs: 1_000, expiresMs: 61_000 }
  expect(countdown(order, 1_000)).toEqual({ seconds: 60, share: 100 })
  expect(countdown(order, 1_001).seconds).toBe(60)
  expect(countdown(order, 16_000)).toEqual({ seconds: 45, share: 75 })
  expect(countdown(order, 60_999).seconds).toBe(1)
  expect(countdown(order, 99_000)).toEqual({ seconds: 0, share: 0 })
  expect(countdown(order, 0).share).toBe(100)
})

it('formats a minute or more as minutes and seconds', () => {
  expect([60, 64, 498, 3600].map(clockText)).toEqual(['1:00', '1:04', '8:18', '60:00'])
})
