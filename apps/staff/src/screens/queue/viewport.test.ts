import { expect, it } from 'vitest'
import { initialViewport, pan, rotate, zoomed } from './viewport.ts'

it('zooms between its own size and eight times it', () => {
  expect(zoomed(initialViewport, 2).zoom).toBe(2)
  expect(zoomed(initialViewport, 0.1)).toEqual(initialViewport)
  expect(zoomed(initialViewport, 100).zoom).toBe(8)
})

it('lies in the middle again at its own size, still turned', () => {
  const far = pan(zoomed(rotate(initialViewport), 2), 30, -10)
  expect(far).toEqual({ zoom: 2, turn: 90, x: 30, y: -10 })
  expect(zoomed(far, 0.1)).toEqual({ ...initialViewport, turn: 90 })
  expect(pan(initialViewport, 30, 30)).toEqual(initialViewport)
})

it('turns a quarter at a time, all the way round', () => {
  expect(rotate(rotate(rotate(rotate(initialViewport))))).toEqual(initialViewport)
})
