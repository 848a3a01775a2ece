import fc from 'fast-check'
import { expect, it } from 'vitest'
import { balancesByDay } from './reserveDays.ts'

it('adds the changes of days up to the balance of today, and begins with the first change', () => {
  const change = fc.record({ day: fc.integer({ min: 0, max: 40 }), change: fc.bigInt(-99n, 99n) })
  fc.assert(
    fc.property(fc.uniqueArray(change, { selector: ({ day }) => day }), (changes) => {
      const total = changes.reduce((sum, one) => sum + one.change, 0n)
      const found = balancesByDay(total, changes, { first: 11, today: 40 })
      const begin = Math.max(11, Math.min(40, ...changes.map(({ day }) => day)))
      expect(found).toHaveLength(41 - begin)
      found.forEach(({ balance }, at) => {
        const known = changes.filter(({ day }) => day <= begin + at)
        expect(balance).toBe(known.reduce((sum, one) => sum + one.change, 0n))
      })
    }),
  )
})

it('names days of the calendar', () => {
  expect(balancesByDay(5n, [{ day: 0, change: 5n }], { first: 0, today: 1 })).toEqual([
    { day: '19700101', balance: 5n },
    { day: '19700102', balance: 5n },
  ])
})
