import { expect, it } from 'vitest'
import { atRest, moved, turned, zoomed } from './viewport.ts'

it('zooms between its own size and eight times it', () => {
  expect(zoomed(atRest, 2).zoom).toBe(2)
  expect(zoomed(atRest, 0.1)).toEqual(atRest)
  expect(zoomed(atRest, 100).zoom).toBe(8)
})

it('lies in the middle again at its own size, still turned', () => {
  const far = moved(zoomed(turned(atRest), 2), 30, -10)
  expect(far).toEqual({ zoom: 2, turn: 90, x: 30, y: -10 })
  expect(zoomed(far, 0.1)).toEqual({ ...atRest, turn: 90 })
  expect(moved(atRest, 30, 30)).toEqual(atRest)
})

it('turns a quarter at a time, all the way round', () => {
  expect(turned(turned(turned(turned(atRest))))).toEqual(atRest)
})
