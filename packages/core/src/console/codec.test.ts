import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calls } from '../calls.ts'
import { type Usdt, usdt } from '../money/units.ts'
import { experienceGrantFromWire, experienceGrantToWire, experienceToAudit } from './codec.ts'

it('a grant of trial funds has the fields of the wire, waiting and done', () => {
  const done = experienceGrantToWire({ isWaiting: false, id: 7, held: usdt('150.5') })
  expect(done).toEqual({ waits: false, id: 7, experiencefund: '150.5' })
  const waits = experienceGrantToWire({ isWaiting: true, id: null, held: usdt('0') })
  expect(waits).toEqual({ waits: true, id: null, experiencefund: '0' })
  for (const wire of [done, waits]) expect(calls['/staff/api/experienceGrant'].data.parse(wire)).toEqual(wire)
  expect(experienceToAudit(usdt('100'))).toEqual({ experiencefund: '100' })
})

it('a grant returns from the wire as it was sent, and an unreadable amount is refused', () => {
  const any = fc.record({
    isWaiting: fc.boolean(),
    id: fc.option(fc.nat()),
    held: fc.bigInt({ min: 0n, max: 10n ** 22n }).map((units) => units as Usdt),
  })
  fc.assert(
    fc.property(any, (one) => {
      expect(experienceGrantFromWire(experienceGrantToWire(one))).toEqual(one)
    }),
  )
  for (const text of ['', '1,5', 'none'])
    expect(() => experienceGrantFromWire({ waits: false, id: 1, experiencefund: text }), text).toThrow(
      RangeError,
    )
})
