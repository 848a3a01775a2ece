import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayStart } from '../../data/clock.ts'
import { readFilter, requestOf } from './filter.ts'

const day = fc
  .integer({ min: 0, max: 30_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
const typed = fc.oneof(
  fc.string({ maxLength: 120 }),
  day,
  fc.constantFrom('', '0', '1', '12', '007', '-1', '1e3'),
)

it('any address is a request: what can be read is asked for, and nothing else', () => {
  const names = ['action', 'target', 'staffId', 'from', 'to', 'reads', 'other'] as const
  fc.assert(
    fc.property(fc.record(Object.fromEntries(names.map((name) => [name, typed]))), (values) => {
      const filter = readFilter(new URLSearchParams(values).toString())
      const request = requestOf(filter, dayStart) as Readonly<Record<string, unknown>>
      const text = (name: string) => (values[name] ?? '').trim()
      expect(request.action).toBe(text('action') === '' ? undefined : text('action').slice(0, 64))
      expect(request.target).toBe(text('target') === '' ? undefined : text('target').slice(0, 100))
      const staff = /^[1-9]\d{0,8}$/.test(text('staffId')) ? Number(text('staffId')) : undefined
      expect(request.staffid).toBe(staff)
      expect(request.from).toBe(dayStart(text('from')) ?? undefined)
      const last = dayStart(text('to'))
      expect(request.to).toBe(last === null ? undefined : last + 86_400_000)
      expect(request.reads).toBe(text('reads') === '1' || text('action') !== '' ? undefined : 0)
      expect(request).not.toHaveProperty('other')
    }),
    { numRuns: 300 },
  )
})

it('one day from and to is that day whole, by the clock of the console', () => {
  fc.assert(
    fc.property(day, (date) => {
      const request = requestOf(readFilter(`from=${date}&to=${date}`), dayStart)
      const start = Number(request.from)
      expect(Number(request.to) - start).toBe(86_400_000)
      expect(new Date(start + 3_600_000).toISOString()).toBe(`${date}T00:00:00.000Z`)
    }),
  )
})
