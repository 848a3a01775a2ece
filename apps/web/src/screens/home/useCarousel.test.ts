import { expect, it } from 'vitest'
import { nextOf } from './useCarousel.ts'

it('cycles through all slides', () => {
  expect([0, 1, 2].map((at) => nextOf(at, 3))).toEqual([1, 2, 0])
  expect(nextOf(0, 1)).toBe(0)
  expect(nextOf(0, 0)).toBe(0)
})
