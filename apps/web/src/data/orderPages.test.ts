import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openPosition } from '../components/contract/contractOrder.fixture.ts'
import { type ClosedOrders, isLimited, maxClosedOrders, nextPage, withPage } from './orderPages.ts'

const order = (id: number): ContractOrder => ({ ...openPosition, id, state: 'closed', closedMs: id * 10 })
/** Page of the orders with the ids up to the newest, newest first. */
const pageOf = (newest: number, page: number): ContractOrder[] =>
  Array.from({ length: 100 }, (_, at) => newest - (page - 1) * 100 - at)
    .filter((id) => id > 0)
    .map(order)
const idsOf = (closed: ClosedOrders | null): readonly number[] => closed?.orders.map(({ id }) => id) ?? []
const down = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, at) => from - at)

describe('closed orders read page by page', () => {
  it('have no gap and no order twice, however many close between two pages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 900 }),
        fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 10 }),
        (begun, closing) => {
          let newest = begun
          let known = withPage(null, pageOf(newest, 1), true)
          for (const more of closing) {
            newest += more
            known = withPage(known, pageOf(newest, 1), true)
            const page = nextPage(known, 0)
            if (page !== null) known = withPage(known, pageOf(newest, page), false)
            expect(idsOf(known)).toEqual(
              down(newest, known.isComplete ? 1 : newest - known.orders.length + 1),
            )
            // A full page may be the last: that it is shows only when the next one is empty.
            if (known.isComplete) expect(known.orders).toHaveLength(newest)
          }
          for (let page = nextPage(known, 0); page !== null; page = nextPage(known, 0))
            known = withPage(known, pageOf(newest, page), false)
          expect(known.isComplete).toBe(true)
          expect(idsOf(known)).toEqual(down(newest, 1))
        },
      ),
      { examples: [[186, [39, 75]]] },
    )
  })

  it('begin again with the newest page when more than a page closed since', () => {
    const known = withPage(withPage(null, pageOf(300, 1), true), pageOf(300, 2), false)
    expect(idsOf(known)).toEqual(down(300, 101))
    expect(idsOf(withPage(known, pageOf(450, 1), true))).toEqual(down(450, 351))
  })

  it('are asked for until they reach the instant, and up to a limit', () => {
    const known = withPage(null, pageOf(5000, 1), true)
    expect(nextPage(known, 4901 * 10 + 1)).toBeNull()
    expect(nextPage(known, 4901 * 10)).toBe(2)
    const all = { orders: down(5000, 5001 - maxClosedOrders).map(order), isComplete: false }
    expect(nextPage(all, 0)).toBeNull()
    expect([all, { ...all, isComplete: true }, known].map(isLimited)).toEqual([true, false, false])
    expect(nextPage({ orders: [], isComplete: true }, 0)).toBeNull()
  })
})
