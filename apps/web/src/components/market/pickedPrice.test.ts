import { price } from '@glasshouse/core/money/units'
import { expect, it, vi } from 'vitest'
import { pickPrice, receivePickedPrices } from './pickedPrice.ts'

it('reaches the ticket of its market until that ticket is gone, and no other', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const stopFirst = receivePickedPrices(1, first)
  const stopSecond = receivePickedPrices(2, second)
  const picked = { pid: 1, price: price('65850') }
  pickPrice(picked)
  expect(first).toHaveBeenCalledExactlyOnceWith(picked)
  expect(second).not.toHaveBeenCalled()
  stopFirst()
  pickPrice(picked)
  expect(first).toHaveBeenCalledTimes(1)
  stopSecond()
})
