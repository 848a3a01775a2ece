import { expect, it } from 'vitest'
import { type PageState, swiped, swipeOf } from './swipe.ts'

const touch = (x: number, y: number, at = 0) => ({ x, y, at })

it('takes a quick level movement as a swipe, and no scroll, tap, slow drag or move from the edge', () => {
  expect(swipeOf(touch(300, 400), touch(200, 430, 200), 390)).toBe('left')
  expect(swipeOf(touch(100, 400), touch(200, 400, 200), 390)).toBe('right')
  expect(swipeOf(touch(300, 400), touch(200, 460, 200), 390)).toBe(null)
  expect(swipeOf(touch(300, 400), touch(250, 400, 200), 390)).toBe(null)
  expect(swipeOf(touch(300, 400), touch(200, 400, 900), 390)).toBe(null)
  expect(swipeOf(touch(10, 400), touch(200, 400, 200), 390)).toBe(null)
  expect(swipeOf(touch(380, 400), touch(200, 400, 200), 390)).toBe(null)
})

it('goes from chart to book to ticket and back, and stays at both ends', () => {
  const chart: PageState = { face: 'chart', raised: false }
  const book: PageState = { face: 'book', raised: false }
  const ticket: PageState = { face: 'book', raised: true }
  expect(swiped(chart, 'left')).toEqual(book)
  expect(swiped(book, 'left')).toEqual(ticket)
  expect(swiped(ticket, 'left')).toEqual(ticket)
  expect(swiped({ face: 'chart', raised: true }, 'right')).toEqual(book)
  expect(swiped(book, 'right')).toEqual(chart)
  expect(swiped(chart, 'right')).toEqual(chart)
})
