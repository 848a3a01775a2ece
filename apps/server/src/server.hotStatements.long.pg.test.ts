import { domainError } from '@glasshouse/core/errors/registry'
import { price } from '@glasshouse/core/money/units'
import { contractFixture, withEngine } from '@glasshouse/testkit/contracts'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { optionFixture } from '@glasshouse/testkit/options'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { placeOrder } from './contracts/index.ts'
import { busy, expectSteady, readsOf } from './hotTables.fixture.ts'
import { createCustomer } from './identity/index.ts'
import { createIdempotency } from './platform/idempotency/index.ts'
import { secretsFrom } from './platform/secrets/index.ts'
import { transact } from './platform/transactions/index.ts'

// What every order, trigger and settlement reads must not depend on how large the tables are or on what the planner believes: on
// empty tables, on some that have just grown without statistics, and on large ones with them. Plans that connections keep from one
// to the next are part of it, so that the same connections are used throughout.

/** Customers who order together: for few keys the planner finds them by key in any case. */
const together = 100

describe('the rows that statements read, on empty, grown and large tables', () => {
  it('are as many for orders, triggers, liquidations and closes of contracts', async () => {
    const stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '100000' }))
    try {
      let born = 0
      const newcomer = async (): Promise<number> => {
        born += 1
        const person = { email: `p${born}@example.com`, phone: `1202555${1000 + born}`, passwordHash: 'x' }
        const customer = {
          referrerUid: 10000,
          proven: ['email', 'phone'] as const,
          lang: 'en' as const,
          registeredMs: 1,
        }
        const uid = await transact(stage.database.db, (tx) => createCustomer(tx, { ...person, ...customer }))
        await stage.give(uid, '70')
        return uid
      }
      const place = (uid: number, at: number) => {
        const [isLimit, hasStop] = [at % 3 === 0, at % 3 === 1]
        const size = { leverage: 10, pid: 1, lots: 10, side: 'long' } as const
        const stop = { stopLoss: hasStop ? price('65000') : null }
        const kind = isLimit
          ? ({ kind: 'limit', price: price('65000') } as const)
          : ({ kind: 'market', price: price('65850') } as const)
        return placeOrder(stage, { uid }, { ...plainOrder, ...size, ...stop, ...kind })
      }
      const reads = await readsOf(stage.database, async () => {
        const uids = await Promise.all(Array.from({ length: together }, newcomer))
        await Promise.all(uids.map(place))
        stage.markets.set('BTCUSDT', '60000', '60000.01')
        await stage.engine.settled()
        stage.markets.set('BTCUSDT', '65849.99', '65850')
        await stage.engine.settled()
      })
      expect(reads[0]?.get('contracts_order')).toBeGreaterThan(together)
      expectSteady(reads)
      const { rows } = await sql<{
        reason: string
      }>`select distinct close_reason as reason from contracts_order
        where close_reason is not null and uid < ${busy} order by 1`.execute(stage.database.db)
      expect(rows.map(({ reason }) => reason)).toEqual(['liquidation', 'loss'])
    } finally {
      await stage.engine.close()
      await stage.database.drop()
    }
  })

  it('are as many for keys of requests that are claimed, marked, answered, released and repeated', async () => {
    const database = await cloneDatabase(8)
    try {
      const secrets = secretsFrom('a secret of this test')
      const idempotency = createIdempotency(database.db, secrets)
      let asked = 0
      const call = (key: number, signature: number, isRefused: boolean) => {
        const request = { caller: `u${key}`, signature: `sign:${signature}`, key: `key ${key}` }
        return idempotency.once({ ...request, path: '/api/test', fields: new Map() }, key, async () => {
          if (isRefused) throw domainError('insufficientBalance')
          return transact(database.db, async () => ({ data: key }))
        })
      }
      const reads = await readsOf(database, async () => {
        const keys = Array.from({ length: together }, () => {
          asked += 1
          return asked
        })
        const results = await Promise.allSettled(keys.map((key) => call(key, key, key % 4 === 0)))
        expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(together / 4)
        const accepted = keys.filter((key) => key % 4 !== 0)
        const repeats = await Promise.all(accepted.map((key) => call(key, -key, false)))
        expect(repeats).toEqual(accepted.map((key) => ({ data: key })))
      })
      expect(reads[0]?.get('platform_answer')).toBeGreaterThan(together)
      expectSteady(reads)
    } finally {
      await database.drop()
    }
  })

  it('are as many for options that are bought and settled; and no trigger compares rows in a loop', async () => {
    const stage = await optionFixture('1000000')
    try {
      const uids = Array.from({ length: together }, (_, at) => at + 1)
      const work = async (): Promise<void> => {
        await Promise.all(uids.map((uid) => stage.give(uid, '100')))
        for (const uid of uids) await stage.place(uid, { type: uid % 2 === 0 ? 'call' : 'put' })
        stage.trade('60001')
        stage.clock.tick(30_000)
        stage.trade('60002')
        stage.clock.tick(1)
        stage.trade('60003')
        await stage.pass(300)
        expect(stage.deps.settling.open()).toBe(0)
        stage.trade('60000')
      }
      const reads = await readsOf(stage.database, work, { beside: [stage.own] })
      expect(reads[0]?.get('options_order')).toBeGreaterThan(together)
      expectSteady(reads)
      // Without hash and merge joins two transition tables are compared row by row, and they have no index.
      const { rows } = await sql<{ name: string }>`
        select t.tgname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgoldtable is not null and t.tgnewtable is not null and p.proconfig @> array['enable_hashjoin=off']`.execute(
        stage.database.db,
      )
      expect(rows).toEqual([])
    } finally {
      await stage.close()
    }
  })
})
