import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, type Usdt, usdt } from '../../money/units.ts'
import { attributionRows, dayProfit, type PoolOrderChange, poolOrderChange } from './attribution.ts'
import { midnight, units } from './pool.fixture.ts'
import type { PoolUnits } from './units.ts'

const change = (id: number, amount: Usdt, isClosed: boolean): PoolOrderChange => ({
  id,
  pid: 1,
  side: 'long',
  change: amount,
  openPrice: price('64000'),
  closePrice: isClosed ? price('64100') : null,
  atMs: midnight,
})

describe('attributionRows', () => {
  it('have the figures of the specification and add up', () => {
    const rows = attributionRows({
      units: units('1200'),
      issued: units('5000'),
      changes: [
        change(1, usdt('63.17'), true),
        change(2, usdt('-4.12'), false),
        change(3, usdt('-1.93'), false),
      ],
      feePaid: usdt('0.5'),
      profit: usdt('13'),
    })
    expect(rows.map(({ kind, profit }) => [kind, profit])).toEqual([
      ['closed', usdt('15.1608')],
      ['open', usdt('-0.9888')],
      ['open', usdt('-0.4632')],
      ['fee', usdt('-0.5')],
      ['rest', usdt('-0.2088')],
    ])
  })

  it('cut shares towards zero', () => {
    const rows = attributionRows({
      units: units('1'),
      issued: units('3'),
      changes: [change(1, usdt('0.00000002'), false), change(2, usdt('-0.00000002'), false)],
      feePaid: 0n as Usdt,
      profit: 0n as Usdt,
    })
    expect(rows.map(({ profit }) => profit)).toEqual([0n, 0n, 0n])
  })

  it('give an order that enters the rest alone', () => {
    const rows = attributionRows({
      units: 0n as PoolUnits,
      issued: 0n as PoolUnits,
      changes: [change(1, usdt('5'), false)],
      feePaid: 0n as Usdt,
      profit: usdt('-0.14922271'),
    })
    expect(rows.map(({ profit }) => profit)).toEqual([0n, usdt('-0.14922271')])
  })

  it('add up exactly for any changes, and no share exceeds its change', () => {
    const amount = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map((units) => units as Usdt)
    const held = fc.bigInt({ min: 0n, max: 10n ** 14n })
    fc.assert(
      fc.property(
        fc.array(amount, { maxLength: 8 }),
        held,
        held,
        amount,
        amount,
        (all, own, other, fee, profit) => {
          const rows = attributionRows({
            units: own as PoolUnits,
            issued: (own + other) as PoolUnits,
            changes: all.map((one, id) => change(id, one, id % 2 === 0)),
            feePaid: (fee < 0n ? -fee : fee) as Usdt,
            profit,
          })
          expect(rows.reduce((sum, row) => sum + row.profit, 0n)).toBe(profit)
          rows.forEach(({ profit: share, order }) => {
            if (order === null) return
            const limit = order.change
            const isWithin = limit < 0n ? share <= 0n && share >= limit : share >= 0n && share <= limit
            expect(isWithin).toBe(true)
          })
        },
      ),
    )
  })
})

describe('dayProfit and poolOrderChange', () => {
  it('show the cost of entering on the first day', () => {
    const entered = { before: 0n as Usdt, now: usdt('799.85077729'), paidOut: 0n as Usdt, putIn: usdt('800') }
    expect(dayProfit(entered)).toBe(usdt('-0.14922271'))
  })

  it('count what was paid out on the last day', () => {
    const left = { before: usdt('1200'), now: 0n as Usdt, paidOut: usdt('1239.78984203'), putIn: 0n as Usdt }
    expect(dayProfit(left)).toBe(usdt('39.78984203'))
  })

  it('subtract both fees from the change in PnL', () => {
    const amounts = {
      pnlBefore: usdt('10'),
      pnlNow: usdt('73.5'),
      openFee: usdt('0.1'),
      closeFee: usdt('0.33'),
    }
    expect(poolOrderChange(amounts)).toBe(usdt('63.07'))
  })
})
