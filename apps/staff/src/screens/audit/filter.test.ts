import { expect, it } from 'vitest'
import { readFilter, requestOf } from './filter.ts'

const dayStart = (day: string) => (day === '' ? null : Date.parse(`${day}T00:00:00Z`))

it('builds the request from the filter and includes the whole last day', () => {
  const filter = readFilter('action=reviewDecide&target=deposit+17&staffid=2&from=2026-06-15&to=2026-06-15')
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
  expect(requestOf(readFilter('staffid=two'), dayStart)).toEqual({})
  expect(requestOf(readFilter(''), dayStart)).toEqual({})
})
