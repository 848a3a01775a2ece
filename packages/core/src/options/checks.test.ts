import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Usdt, usdt } from '../money/units.ts'
import { findExpiryChoice, hasPriceMoved, validateStake } from './checks.ts'

const terms = { min: usdt('10'), max: usdt('5000'), step: usdt('10') }

describe('a stake', () => {
  it('is accepted from the minimum to the maximum in steps', () => {
    for (const stake of ['10', '20', '4990', '5000']) expect(validateStake(usdt(stake), terms)).toBeNull()
    const refused = ['0', '9.99999999', '10.00000001', '15', '5000.00000001', '5010', '100000']
    for (const stake of refused) expect(validateStake(usdt(stake), terms)).toMatchObject(terms)
  })

  it.each([
    ['0', '10'],
    ['14', '10'],
    ['15', '10'],
    ['15.00000001', '20'],
    ['4999', '5000'],
    ['80000', '5000'],
  ])('of %s is rejected with the nearest accepted stake %s', (stake, nearest) => {
    expect(validateStake(usdt(stake), terms)?.nearest).toBe(usdt(nearest))
  })

  it('is rejected with limits that are multiples of the step', () => {
    const uneven = { min: usdt('15'), max: usdt('39'), step: usdt('10') }
    expect(validateStake(usdt('16'), uneven)).toEqual({
      ...uneven,
      min: usdt('20'),
      max: usdt('30'),
      nearest: usdt('20'),
    })
    const only = { min: usdt('10'), max: usdt('10'), step: usdt('10') }
    expect(validateStake(usdt('7'), only)).toEqual({ ...only, nearest: usdt('10') })
    const none = { min: usdt('11'), max: usdt('19'), step: usdt('10') }
    expect(validateStake(usdt('12'), none)?.nearest).toBeNull()
  })

  it('returned as nearest is accepted, and no other is nearer', () => {
    const units = fc.bigInt(1n, 10n ** 12n).map((value) => value as Usdt)
    fc.assert(
      fc.property(units, units, units, units, (stake, bound, other, step) => {
        const limits = {
          min: (bound < other ? bound : other) as Usdt,
          max: (bound < other ? other : bound) as Usdt,
          step,
        }
        const nearest = validateStake(stake, limits)?.nearest
        if (nearest === undefined || nearest === null) return
        expect(validateStake(nearest, limits)).toBeNull()
        const away = (value: bigint) => (value > stake ? value - stake : stake - value)
        for (const neighbour of [nearest - step, nearest + step])
          if (validateStake(neighbour as Usdt, limits) === null)
            expect(away(nearest) <= away(neighbour)).toBe(true)
      }),
    )
  })
})

describe('an expiry', () => {
  it('is one of those offered', () => {
    const offered = [
      { seconds: 30, percent: 70 },
      { seconds: 60, percent: 75 },
    ]
    expect(findExpiryChoice(offered, 60)).toEqual({ seconds: 60, percent: 75 })
    for (const seconds of [0, 1, 31, 300]) expect(findExpiryChoice(offered, seconds)).toBeNull()
  })
})

describe('the price the customer saw', () => {
  it('may differ by exactly 0.05 % on either side and not one unit more', () => {
    const seenPrice = price('100')
    for (const near of ['100', '100.05', '99.95']) expect(hasPriceMoved(price(near), seenPrice)).toBe(false)
    for (const far of ['100.050000001', '99.949999999', '1', '200'])
      expect(hasPriceMoved(price(far), seenPrice)).toBe(true)
  })

  it('is symmetric upwards and downwards', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), fc.bigInt(0n, 10n ** 12n), (seenPrice, by) => {
        fc.pre(by < seenPrice)
        const up = hasPriceMoved((seenPrice + by) as Price, seenPrice as Price)
        expect(hasPriceMoved((seenPrice - by) as Price, seenPrice as Price)).toBe(up)
        expect(up).toBe(by * 2000n > seenPrice)
      }),
    )
  })

  it('of 0 always differs', () => {
    expect(hasPriceMoved(price('0.01'), price('0'))).toBe(true)
  })
})
