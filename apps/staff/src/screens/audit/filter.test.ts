import { expect, it } from 'vitest'
import { readFilter, requestOf } from './filter.ts'

const dayStart = (day: string) => (day === '' ? null : Date.parse(`${day}T00:00:00Z`))

it('builds the request from the filter and includes the whole last day', () => {
  const filter = readFilter('action=reviewDecide&target=deposit+17&staffId=2&from=2026-06-15&to=2026-06-15')
  const from = Date.UTC(2026, 5, 15)
  expect(requestOf(filter, dayStart)).toEqual({
    action: 'reviewDecide',
    target: 'deposit 17',
    staffid: 2,
    from,
    to: from + 86_400_000,
  })
})

it('omits empty and unreadable values', () => {
  expect(requestOf(readFilter('staffId=two'), dayStart)).toEqual({ reads: 0 })
})

it('reads the member of an address that was saved before', () => {
  expect(readFilter('staffid=2').staffId).toBe('2')
  expect(readFilter('staffId=3&staffid=2').staffId).toBe('3')
})

it('hides what staff only read until it is asked for or one action is selected', () => {
  const request = (search: string) => requestOf(readFilter(search), dayStart)
  expect([request(''), request('reads=0'), request('reads=yes')]).toEqual(Array(3).fill({ reads: 0 }))
  expect(request('reads=1')).toEqual({})
  expect(request('action=pictureView')).toEqual({ action: 'pictureView' })
  expect(request('target=customer+1')).toEqual({ target: 'customer 1', reads: 0 })
})
