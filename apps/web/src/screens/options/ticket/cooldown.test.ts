import { expect, it } from 'vitest'
import { cooldownView, readPlacedAt } from './cooldown.ts'

it('ends after ten steps of three seconds', () => {
  const steps = Array.from({ length: 11 }, (_, step) => cooldownView(1000, 1000 + step * 3000).steps)
  expect(steps).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(cooldownView(1000, 3999)).toEqual({ steps: 0, isReady: false, secondsLeft: 28 })
  expect(cooldownView(1000, 30_999)).toEqual({ steps: 9, isReady: false, secondsLeft: 1 })
  expect(cooldownView(1000, 31_000)).toEqual({ steps: 10, isReady: true, secondsLeft: 0 })
})

it('is ready without an order and with an instant more than 30 s in the future', () => {
  expect(cooldownView(null, 5).isReady).toBe(true)
  expect(cooldownView(60_000, 0).isReady).toBe(true)
  expect(cooldownView(1000, 0)).toEqual({ steps: 0, isReady: false, secondsLeft: 30 })
})

it('parses an instant and rejects other texts', () => {
  expect(readPlacedAt('1700000000000')).toBe(1_700_000_000_000)
  for (const text of [null, '', 'x', '-5', '1e3', '1.5']) expect(readPlacedAt(text)).toBeNull()
})
