import { expect, it } from 'vitest'
import { isSameList, type ListKey } from './paging.ts'

const key = (payload: object, token: string | null = 'a'): ListKey => [
  '/api/contract/myContractOrderList',
  payload,
  token,
]

it('reuses rows only of another page of the same list and user', () => {
  const current = key({ statusList: '3', pageNum: 2 })
  expect(isSameList(key({ statusList: '3', pageNum: 1 }), current)).toBe(true)
  expect(isSameList(key({ statusList: '1,2', pageNum: 2 }), current)).toBe(false)
  expect(isSameList(key({ statusList: '3', pageNum: 1, pid: 1 }), current)).toBe(false)
  expect(isSameList(key({ statusList: '3', pageNum: 1 }, 'b'), current)).toBe(false)
  expect(isSameList(['/api/pay/myPay', { statusList: '3' }, 'a'], current)).toBe(false)
  expect(isSameList(undefined, current)).toBe(false)
})
