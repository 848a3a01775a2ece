import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marginOf } from './margin.ts'

const amount = fc.bigInt({ min: 0n, max: usdt('1000000') }).map((units) => formatUsdt(units as never))
const wallet = fc.record({ margin: amount, hold: amount })

describe('the margin of all leverage orders', () => {
  it('is that of both wallets', () => {
    expect(marginOf({ margin: '72.435', hold: '0' }, { margin: '10', hold: '5' })).toEqual({
      first: usdt('72.435'),
      second: usdt('10'),
      all: usdt('82.435'),
      waiting: usdt('5'),
    })
  })
  it('does not care which wallet is named first', () => {
    fc.assert(
      fc.property(wallet, wallet, (one, two) => {
        expect(marginOf(one, two).all).toBe(marginOf(two, one).all)
        expect(marginOf(one, two).waiting).toBe(marginOf(two, one).waiting)
      }),
    )
  })
})
