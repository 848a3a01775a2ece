import type { CloseReason, ContractOrder } from '@glasshouse/core/contracts/codec'
import { price } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openPosition } from '../../components/contract/contractOrder.fixture.ts'
import { fillsOf } from './fills.ts'

const order: ContractOrder = {
  ...openPosition,
  id: 7,
  leverage: 10,
  lots: 50,
  openPrice: price('66151.8'),
  openedMs: 1000,
}
const closed = (id: number, lots: number, time: number, reason: CloseReason): ContractOrder => ({
  ...order,
  id,
  lots,
  state: 'closed',
  closePrice: price('66088.13'),
  closeReason: reason,
  closedMs: time,
})
const reported = (orders: readonly ContractOrder[]) =>
  fillsOf(orders).map(({ bought, lots, reason }) =>
    `${bought ? 'bought' : 'sold'} ${lots} ${reason ?? ''}`.trim(),
  )

describe('fillsOf', () => {
  it('returns an opening with all its lots after a partial close, and the closed part', () => {
    const part = { ...closed(8, 20, 2000, 'user'), parentId: 7 }
    expect(reported([part, { ...order, lots: 30 }])).toEqual(['bought 50', 'sold 20 user'])
  })

  it('returns every fill after the position is closed', () => {
    const part = { ...closed(8, 20, 2000, 'user'), parentId: 7 }
    expect(reported([part, closed(7, 30, 3000, 'stopLoss')])).toEqual([
      'bought 50',
      'sold 20 user',
      'sold 30 stopLoss',
    ])
    expect(fillsOf([closed(7, 50, 3000, 'liquidation')])).toEqual([
      { id: 'open-7', price: price('66151.8'), time: 1000, bought: true, lots: 50, reason: null },
      { id: 'close-7', price: price('66088.13'), time: 3000, bought: false, lots: 50, reason: 'liquidation' },
    ])
  })

  it('closes a short position by a buy', () => {
    expect(reported([{ ...closed(7, 5, 3000, 'takeProfit'), side: 'short' }])).toEqual([
      'sold 5',
      'bought 5 takeProfit',
    ])
  })

  it('uses the fill price and time of a limit order', () => {
    expect(fillsOf([order])[0]?.time).toBe(1000)
    expect(fillsOf([{ ...order, state: 'resting', openedMs: null }])).toEqual([])
  })

  it('returns only the close of a part whose original is not listed', () => {
    expect(reported([{ ...closed(8, 20, 2000, 'user'), parentId: 7 }])).toEqual(['sold 20 user'])
  })

  it('is exact for the newest orders of any history', () => {
    // Each position: lots opened, and how many of them are closed in which parts.
    const position = fc.record({
      long: fc.boolean(),
      parts: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 }),
      rest: fc.integer({ min: 1, max: 9 }),
      ends: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(position, { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        (positions, listed) => {
          let id = 0
          const rows: ContractOrder[] = []
          const opened = new Map<string, number>()
          for (const { parts, rest, ends, long } of positions) {
            id += 1
            const origin = id
            const side = long ? 'long' : 'short'
            opened.set(
              `open-${origin}`,
              parts.reduce((sum, lots) => sum + lots, rest),
            )
            for (const lots of parts) {
              id += 1
              rows.push({ ...closed(id, lots, 2000 + id, 'user'), side, parentId: origin })
            }
            rows.push(
              ends
                ? { ...closed(origin, rest, 5000, 'user'), side }
                : { ...order, id: origin, side, lots: rest },
            )
          }
          const newest = rows.sort((a, b) => b.id - a.id).slice(0, listed)
          for (const fill of fillsOf(newest)) {
            const full = opened.get(fill.id)
            if (fill.reason === null) expect(fill.lots).toBe(full)
          }
          if (listed >= rows.length)
            expect(fillsOf(newest).filter(({ reason }) => reason === null)).toHaveLength(positions.length)
        },
      ),
    )
  })
})
