import { expect, it } from 'vitest'
import { initialViewport, pan, rotate, zoomed } from './viewport.ts'

it('limits zoom to a factor from 1 to 8', () => {
  expect(zoomed(initialViewport, 2).zoom).toBe(2)
  expect(zoomed(initialViewport, 0.1)).toEqual(initialViewport)
  expect(zoomed(initialViewport, 100).zoom).toBe(8)
})

it('centres the picture at its own size and keeps the rotation', () => {
  const far = pan(zoomed(rotate(initialViewport), 2), 30, -10)
  expect(far).toEqual({ zoom: 2, turn: 90, x: 30, y: -10 })
  expect(zoomed(far, 0.1)).toEqual({ ...initialViewport, turn: 90 })
  expect(pan(initialViewport, 30, 30)).toEqual(initialViewport)
})

it('rotates in steps of 90°', () => {
  expect(rotate(rotate(rotate(rotate(initialViewport))))).toEqual(initialViewport)
})
