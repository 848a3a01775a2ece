import { expect, it } from 'vitest'
import { isSameList, type ReadKey } from './paging.ts'

const key = (payload: object, token: string | null = 'a'): ReadKey => [
  '/api/contract/myContractOrderList',
  payload,
  token,
]

it('reuses rows only of another page of the same list and user', () => {
  const asked = key({ statusList: '3', pageNum: 2 })
  expect(isSameList(key({ statusList: '3', pageNum: 1 }), asked)).toBe(true)
  expect(isSameList(key({ statusList: '1,2', pageNum: 2 }), asked)).toBe(false)
  expect(isSameList(key({ statusList: '3', pageNum: 1, pid: 1 }), asked)).toBe(false)
  expect(isSameList(key({ statusList: '3', pageNum: 1 }, 'b'), asked)).toBe(false)
  expect(isSameList(['/api/pay/myPay', { statusList: '3' }, 'a'], asked)).toBe(false)
  expect(isSameList(undefined, asked)).toBe(false)
})
