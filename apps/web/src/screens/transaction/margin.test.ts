import { type Usdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marginOf } from './margin.ts'

const amount = fc.bigInt({ min: 0n, max: usdt('1000000') }).map((units) => units as Usdt)
const anyWallet = fc.record({ margin: amount, hold: amount })
const wallet = (margin: string, hold: string) => ({ margin: usdt(margin), hold: usdt(hold) })

describe('total margin', () => {
  it('sums both contract wallets', () => {
    expect(marginOf(wallet('72.435', '0'), wallet('10', '5'))).toEqual({
      first: usdt('72.435'),
      second: usdt('10'),
      all: usdt('82.435'),
      waiting: usdt('5'),
    })
  })
  it('does not depend on the order of the wallets', () => {
    fc.assert(
      fc.property(anyWallet, anyWallet, (a, b) => {
        expect(marginOf(a, b).all).toBe(marginOf(b, a).all)
        expect(marginOf(a, b).waiting).toBe(marginOf(b, a).waiting)
      }),
    )
  })
})
