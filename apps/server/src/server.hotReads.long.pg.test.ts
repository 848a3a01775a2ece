import { cloneDatabase } from '@glasshouse/testkit/database'
import { describe, expect, it } from 'vitest'
import { listOrderRows, type OrderQuery } from './contracts/store/orders.ts'
import { busy, expectSteady, readsOf } from './hotTables.fixture.ts'

// What pages, jobs and checks read must not depend on how large the tables are, on how much the customer has, or on what the
// planner believes. Orders, triggers and settlements: server.hotStatements.long.pg.test.ts.

/** Rows that the first page of a customer's list counts, whatever there is. */
const counted = 1_000

describe('the rows that pages read, on empty, grown and large tables', () => {
  const newest = { pid: null, direction: 'desc', offset: 0, limit: 1 } as const
  const lists: readonly Omit<OrderQuery, 'uid' | 'wallet'>[] = [
    { ...newest, states: null, orderBy: 'created' },
    { ...newest, states: null, orderBy: 'closed' },
    { ...newest, states: null, orderBy: 'id' },
    { ...newest, states: ['closed', 'cancelled'], orderBy: 'id' },
    { ...newest, states: ['closed'], orderBy: 'closed', direction: 'asc' },
    { ...newest, states: ['cancelled'], orderBy: 'closed' },
    { ...newest, states: ['open', 'closing', 'closed'], orderBy: 'id', pid: 1 },
  ]

  it('are as many for lists of orders', async () => {
    const database = await cloneDatabase(8)
    try {
      const reads = await readsOf(database, async () => {
        for (const query of lists)
          for (const uid of [busy, busy + 1])
            await listOrderRows(database.db, { uid, wallet: 'contract', ...query })
      })
      expect(reads[1]?.get('contracts_order')).toBeGreaterThan(lists.length)
      expectSteady(reads, lists.length * counted * 1.1)
    } finally {
      await database.drop()
    }
  })
})
