import { expect, it } from 'vitest'
import { directionToWire, pageFromWire, pageToWire, sortedPageFromWire } from './codec.ts'

it('reads the rows of the page that is named', () => {
  expect(pageFromWire(pageToWire(1, 20))).toEqual({ offset: 0, limit: 20 })
  expect(pageFromWire(pageToWire(3, 20))).toEqual({ offset: 40, limit: 20 })
  expect(sortedPageFromWire({ ...pageToWire(2, 7), ...directionToWire('asc') })).toEqual({
    ...{ offset: 7, limit: 7, direction: 'asc' },
  })
})

it('asks for the first page in place of one beyond the last, of which only the total is answered', () => {
  expect(pageFromWire({ pageNum: 1000, pageSize: 100 })).toEqual({ offset: 99_900, limit: 100 })
  expect(pageFromWire({ pageNum: 1001, pageSize: 100 })).toEqual({ offset: 0, limit: 100 })
})
