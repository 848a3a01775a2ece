import { expect, it } from 'vitest'
import { paneLimits, readPaneSizes } from './paneSizes.ts'

it('keeps stored sizes within the limits of their panes, and nothing else', () => {
  expect(readPaneSizes('{"book":300,"side":9,"list":"250","orders":641,"chart":500}')).toEqual({ book: 300 })
  const { min, max } = paneLimits.orders
  expect(readPaneSizes(JSON.stringify({ orders: min, list: paneLimits.list.max }))).toEqual({
    orders: min,
    list: paneLimits.list.max,
  })
  expect(readPaneSizes(JSON.stringify({ orders: max + 1 }))).toEqual({})
})

it('takes text that is no object as nothing stored', () => {
  for (const text of [null, '', 'null', '7', '[', '[300]']) expect(readPaneSizes(text)).toEqual({})
})
