import { expect, it } from 'vitest'
import { addedRows } from './read.ts'
import { ordersPerPage } from './world.ts'

/** A list as pages, the newest first. */
const pagesOf = (ids: readonly number[]) => async (pageNum: number) => ({
  rows: ids.slice((pageNum - 1) * ordersPerPage, pageNum * ordersPerPage).map((id) => ({ id })),
  total: ids.length,
})

it('finds what ended since the last comparison behind what had ended at the same instant', async () => {
  // Both ended in one millisecond, the order 9 first; lists put the larger id first.
  expect(await addedRows(pagesOf([9, 4, 2]), new Set([2, 9]))).toEqual([{ id: 4 }])
  expect(await addedRows(pagesOf([9, 4, 2]), new Set([2, 4, 9]))).toEqual([])
})

it('reads as many pages as it takes', async () => {
  const ids = Array.from({ length: 2 * ordersPerPage + 5 }, (_, at) => 1000 - at)
  const [last = 0, ...others] = [...ids].reverse()
  expect(await addedRows(pagesOf(ids), new Set(others))).toEqual([{ id: last }])
  expect(await addedRows(pagesOf(ids), new Set())).toHaveLength(ids.length)
})
