import { setTimeout as wait } from 'node:timers/promises'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { maxOpen, settlementTick } from '@glasshouse/core/options/rules'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type MarketsStart, spawnMarkets } from '@glasshouse/testkit/spawnedMarkets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ScriptMessage } from '../../../../packages/testkit/src/exchange/script.ts'
import { type Exchange, startExchange } from '../../../../packages/testkit/src/exchange/server.ts'
import { waitUntil } from '../../../../packages/testkit/src/manualFeed.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { fundReserve, postSingle } from '../ledger/posting/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { optionInvariants } from './index.fixture.ts'

const uid = 7
let database: TestDatabase
let exchange: Exchange

/** A trade and a new best bid every 20 ms, each at another price than the one before. */
async function* manyTrades(): AsyncGenerator<ScriptMessage> {
  const side = (from: number) => [0, 1, 2, 3, 4].map((level): [string, string] => [`${from + level}`, '1'])
  for (let id = Date.now(); ; id += 1) {
    const [atMs, bid] = [Date.now(), 60_000 + (id % 7)]
    const bids = side(bid - 4).reverse()
    yield { kind: 'depth', symbol: 'BTCUSDT', atMs, lastUpdateId: id, bids, asks: side(bid + 1) }
    yield {
      kind: 'trade',
      symbol: 'BTCUSDT',
      atMs,
      id,
      price: `${bid}`,
      quantity: '0.01',
      buyerIsMaker: true,
    }
    await wait(20)
  }
}

beforeAll(async () => {
  database = await cloneDatabase()
  exchange = await startExchange({ script: manyTrades() })
  await transact(database.db, async (tx) => {
    await fundReserve(tx, 1, 'trading', usdt('1000000'), { kind: 'test', id: 1 })
    const wallet = { from: external('deposits:sandbox'), to: customer(uid, 'wallet'), amount: usdt('1000') }
    await postSingle(tx, 1, {
      cause: { kind: 'test', id: 2 },
      transfers: [{ ...wallet, type: journal.deposit }],
    })
  })
})
afterAll(async () => {
  await exchange.close()
  await database.drop()
})

const start = (rest: Pick<MarketsStart, 'options' | 'batchMs'>) =>
  spawnMarkets({
    databaseUrl: database.url,
    aheadMs: 0,
    environment: {
      MARKET_FEED: 'binance',
      MARKET_SYMBOLS: 'BTCUSDT',
      BINANCE_REST_URL: exchange.restUrl,
      BINANCE_STREAM_URL: exchange.streamUrl,
    },
    ...rest,
  })
/** Numbers of the ticks in the log. */
const storedNumbers = async (): Promise<readonly number[]> => {
  const { rows } = await sql<{ n: number }>`
    select n from markets_tick where pid = 1 union select n from markets_kept_tick where pid = 1
    order by n`.execute(database.db)
  return rows.map(({ n }) => n)
}
/** Options with how they ended, by number. */
const optionsById = async () => {
  const { rows } = await sql<{
    id: number
    state: string
    expiresMs: number
    rule: string | null
    n: number | null
  }>`
    select o.id, o.state, o.expires_ms as "expiresMs", e.rule, (e.tick->>'n')::bigint as n
    from options_order o left join options_event e on e.order_id = o.id and e.kind = 'settled'
    order by o.id`.execute(database.db)
  return new Map(rows.map((row) => [row.id, row]))
}

it('decides options around a kill -9 by what was received 100 ms before it', async () => {
  // Neither batches nor settlements: what is stored and decided afterwards was stored because of the expiries.
  const first = await start({ options: 'leaveOpen', batchMs: 1e9 })
  await waitUntil(() => first.ticks.some(({ kind }) => kind === 'trade'))
  const placed = []
  for (let count = 0; count < maxOpen; count += 1) placed.push(await first.place(uid))
  const { expiresMs } = placed[maxOpen / 2] ?? { expiresMs: 0 }
  await first.killAfter(expiresMs)

  const stored = await storedNumbers()
  const received = first.ticks.filter(({ kind }) => kind === 'trade')
  const after = received.find(({ sourceTimeMs }) => sourceTimeMs > expiresMs)
  if (after === undefined) throw new Error('no trade followed the expiry')
  const reported = first.ticks.filter(({ n }) => n <= after.n).map(({ n }) => n)
  expect(stored.filter((n) => n <= after.n)).toEqual(reported)

  const second = await start({ options: 'settle', batchMs: 250 })
  await waitUntil(async () => [...(await optionsById()).values()].every(({ rule }) => rule !== null), 30_000)
  expect(await second.stop()).toBe(0)
  const options = await optionsById()
  const decided = placed.filter((one) => one.expiresMs <= expiresMs)
  expect(decided.length).toBeGreaterThan(maxOpen / 2)
  for (const { id, expiresMs: expiry } of decided) {
    expect(options.get(id)?.rule).not.toBe('silentAroundExpiry')
    expect(options.get(id)?.n).toBe(settlementTick(received, expiry)?.n)
  }
  const report = await checkInvariants(database.db, 1, [...ledgerInvariants, ...optionInvariants])
  expect(report.invariants.filter(({ holds }) => !holds)).toEqual([])
})
