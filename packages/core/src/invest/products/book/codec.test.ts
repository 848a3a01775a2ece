import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayStart } from '../../../calendar/days.ts'
import { dayMs } from '../../../calendar/durations.ts'
import { calls } from '../../../calls.ts'
import { type Units, usdt } from '../../../money/units.ts'
import { productKinds } from '../../wire.ts'
import { type BookProduct, bookFromWire, bookProductToWire } from './codec.ts'

const startMs = dayStart('20270110') ?? 0
const product: BookProduct = {
  ...{ id: 4, name: 'Seven days', kind: 'yield', orders: 3, sold: usdt('2700'), promised: usdt('2.97') },
  ...{ reserve: usdt('20000'), free: usdt('19997.03') },
  due: [
    { startMs, interest: usdt('0.42428571'), principal: usdt('0') },
    { startMs: startMs + dayMs, interest: usdt('0.42428574'), principal: usdt('2700') },
  ],
}

it('a product of the book has the fields of the wire, with a day for each payment', () => {
  const wire = bookProductToWire(product)
  expect(wire).toEqual({
    ...{ id: 4, name: 'Seven days', kind: 'yield', orders: 3, sold: '2700', promised: '2.97' },
    ...{ reserve: '20000', free: '19997.03' },
    due: [
      { daily: '20270110', interest: '0.42428571', principal: '0' },
      { daily: '20270111', interest: '0.42428574', principal: '2700' },
    ],
  })
  expect(calls['/staff/api/investBook'].data.parse([wire])).toEqual([wire])
  expect(bookFromWire([wire])).toEqual([product])
})

it('a book returns from the wire as it was sent, and its sums are the same', () => {
  const units = <U extends Units>() => fc.bigInt({ min: 0n, max: 10n ** 20n }).map((amount) => amount as U)
  const day = fc.nat(30_000).map((number) => number * dayMs - 3_600_000)
  const any = fc.record({
    ...{ id: fc.nat(), name: fc.string(), kind: fc.constantFrom(...productKinds), orders: fc.nat() },
    ...{ sold: units(), promised: units(), reserve: units(), free: units() },
    due: fc.array(fc.record({ startMs: day, interest: units(), principal: units() }), { maxLength: 30 }),
  }) as fc.Arbitrary<BookProduct>
  fc.assert(
    fc.property(fc.array(any, { maxLength: 3 }), (book) => {
      const read = bookFromWire(JSON.parse(JSON.stringify(book.map(bookProductToWire))))
      expect(read).toEqual(book)
      const interestOf = (of: readonly BookProduct[]) =>
        of.flatMap(({ due }) => due).reduce((sum, { interest }) => sum + interest, 0n)
      expect(interestOf(read)).toBe(interestOf(book))
    }),
    { numRuns: 200 },
  )
})

it.each(['sold', 'promised', 'reserve', 'free'])('an unreadable %s is refused', (name) => {
  for (const text of ['', 'x', '1,5', '0.000000001'])
    expect(() => bookFromWire([{ ...bookProductToWire(product), [name]: text }]), text).toThrow(RangeError)
})

it.each([
  ['daily', '20270230'],
  ['daily', '2027-01-10'],
  ['daily', ''],
  ['interest', 'much'],
  ['principal', '1e3'],
])('a payment with the %s %j is refused', (name, value) => {
  const wire = bookProductToWire(product)
  const due = wire.due.map((one) => ({ ...one, [name]: value }))
  expect(() => bookFromWire([{ ...wire, due }])).toThrow(RangeError)
})
