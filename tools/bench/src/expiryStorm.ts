import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { tickEvidence } from '@glasshouse/core/markets/evidence'
import { price, usdt } from '@glasshouse/core/money/units'
import { fakeClock } from '@glasshouse/testkit/clock'
import { manualFeed } from '@glasshouse/testkit/manualFeed'
import { platformOf } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { fundReserve, lockBalances, post } from '../../../apps/server/src/ledger/posting/index.ts'
import { openMarkets } from '../../../apps/server/src/markets/index.fixture.ts'
import { optionInvariants, startSettlementWorker } from '../../../apps/server/src/options/index.fixture.ts'
import { optionBoughtPosting } from '../../../apps/server/src/options/postings.ts'
import { settleBatch } from '../../../apps/server/src/options/service/settlement/settle.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { type LoadCost, measureLoad } from './eventLoop.ts'
import { openOwnDatabase } from './ownDatabase.ts'
import type { Measurement } from './row.ts'

const rounds = 3
/** Number of options settled in one transaction each, from which the time of a loop is extrapolated. */
const single = 300
const symbol = 'BTCUSDT'

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const openHouse = async () => {
  const database = await openOwnDatabase(8)
  const clock = fakeClock()
  const platform = platformOf(database, clock, { MARKET_SYMBOLS: symbol })
  const feed = { ...manualFeed(clock), hasBook: false }
  const markets = await openMarkets(platform, feed)
  const trade = (at: string) => feed.trade(symbol, at)
  trade('60000')
  await transact(database.db, (tx) =>
    fundReserve(tx, 1, 'trading', usdt('900000000'), { kind: 'bench', id: 1 }),
  )
  return { ...platform, database, clock, markets, trade }
}
type BenchServer = Awaited<ReturnType<typeof openHouse>>

/**
 * Gives each customer one option that expires within the same second as all others, half calls and half puts. Written
 * to the same tables and in the same transactions as through the order call.
 */
const placeMany = async (
  { database, clock, markets }: BenchServer,
  firstUid: number,
  many: number,
): Promise<void> => {
  const now = clock.now()
  const tick = markets.inForce(symbol)?.tick
  if (tick === undefined) throw new Error('the market has no price')
  const evidence = JSON.stringify(tickEvidence(tick))
  const [stake, win] = [usdt('10'), usdt('7')]
  for (let first = firstUid; first < firstUid + many; first += 2_000) {
    const uids = Array.from({ length: Math.min(2_000, firstUid + many - first) }, (_, index) => first + index)
    await transact(database.db, async (tx) => {
      await lockBalances(tx, [
        ...uids.flatMap((uid) => [customer(uid, 'wallet'), customer(uid, 'optionStake')]),
        house('trading'),
        house('optionEscrow'),
      ])
      const deposits = uids.map((uid) => ({
        cause: { kind: 'bench' as const, id: uid },
        transfers: [
          {
            from: external('deposits:sandbox'),
            to: customer(uid, 'wallet'),
            amount: stake,
            type: journal.deposit,
          },
        ],
      }))
      await post(tx, 1, deposits)
      const { rows } = await sql<{ id: number; uid: number }>`
        insert into options_order (uid, pid, option_type, stake, percent, win, seen_price, entry_price, entry_n, placed_ms, expires_ms)
        select uid, 1, case uid % 2 when 0 then 'call' else 'put' end, ${stake.toString()}::numeric, 70, ${win.toString()}::numeric, ${price('60000').toString()}::numeric,
          ${price('60000').toString()}::numeric, ${tick.n}, ${now}, ${now}::bigint + 30000 + uid % 1000
        from unnest(${uids}::bigint[]) as uid order by uid returning id, uid`.execute(tx)
      const posted = await post(
        tx,
        1,
        rows.map(({ id, uid }) => optionBoughtPosting({ id, uid, stake, win })),
      )
      const transactions = posted.map((result) => (result.ok ? result.id : null))
      await sql`
        insert into options_event (order_id, kind, at_ms, rule, transaction_id, tick)
        select id, 'placed', 1, 'atLastPrice', transaction_id, ${evidence}::jsonb
        from unnest(${rows.map(({ id }) => id)}::bigint[], ${transactions}::bigint[]) as n (id, transaction_id)
      `.execute(tx)
    })
  }
}

type RoundResult = { readonly cost: LoadCost; readonly loopMs: number }

/** Settles many options due within one second, and a few of the same kind one by one; both sides alternately. */
const storm = async (bench: BenchServer, round: number, many: number): Promise<RoundResult> => {
  const { clock, markets, trade, database } = bench
  await placeMany(bench, many * 100 + round * 200_000 + 1, many)
  const settler = await startSettlementWorker(bench)
  clock.tick(29_000)
  for (let tenth = 0; tenth < 25; tenth += 1) {
    trade(tenth % 2 === 0 ? '60001' : '59999.5')
    clock.tick(100)
  }
  const cost = await measureLoad(settler.look)
  if (settler.open() > 0) throw new Error(`${settler.open()} options stayed open`)
  await settler.close()

  await placeMany(bench, many * 100 + round * 200_000 + 100_001, single)
  clock.tick(40_000)
  trade('60001')
  const tick = markets.inForce(symbol)?.tick ?? null
  const { rows } = await sql<{
    id: number
  }>`select id from options_order where state = 'open' order by id`.execute(database.db)
  const loopFrom = performance.now()
  for (const { id } of rows) await settleBatch(bench, [{ id, exit: { tick, silence: null } }])
  const loopMs = ((performance.now() - loopFrom) / rows.length) * many
  return { cost, loopMs }
}

const allSettledOnce = async ({ database }: BenchServer): Promise<boolean> => {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from options_order where state = 'open'`.execute(database.db)
  const report = await checkInvariants(database.db, 1, [...ledgerInvariants, ...optionInvariants])
  return rows[0]?.open === 0 && report.balanced
}

/** Row 5: many options due within one second, compared with one transaction each. */
export const measureExpiryStorm = async (
  sizes: readonly [number, number] = [10_000, 50_000],
): Promise<Measurement> => {
  const bench = await openHouse()
  try {
    const found = new Map<number, RoundResult[]>(sizes.map((size) => [size, []]))
    for (let round = 0; round < rounds; round += 1)
      for (const size of round % 2 === 0 ? sizes : [...sizes].reverse())
        found.get(size)?.push(await storm(bench, round, size))
    const isSound = await allSettledOnce(bench)
    const medianOf = (size: number, of: (round: RoundResult) => number) =>
      median((found.get(size) ?? []).map(of))
    const timesOf = (size: number) => medianOf(size, ({ cost }) => cost.wallMs)
    const ratioOf = (size: number) => medianOf(size, ({ cost, loopMs }) => loopMs / cost.wallMs)
    const costOf = (size: number): string => {
      const [server, database] = (['serverMs', 'databaseMs'] as const).map((part) =>
        Math.round((medianOf(size, ({ cost }) => cost[part]) * 1000) / size),
      )
      const [stopped, computed, own] = (['stoppedMs', 'computedMs', 'ownMs'] as const).map((part) =>
        Math.max(...(found.get(size) ?? []).map(({ cost }) => cost[part])).toFixed(0),
      )
      return `CPU ${server} and ${database} µs each, event loop stopped at most ${stopped} ms, of which ${computed} ms CPU, ${own} without collecting garbage, which took ${medianOf(size, ({ cost }) => cost.collectedMs).toFixed(0)} ms in all`
    }
    const [few, many] = sizes
    return {
      figures: `${Math.round(timesOf(few))} / ${Math.round(timesOf(many))} ms, ${ratioOf(few).toFixed(1)}× / ${ratioOf(many).toFixed(1)}× one by one; of ${few}: ${costOf(few)}; of ${many}: ${costOf(many)}`,
      held:
        isSound && timesOf(few) <= 200 && timesOf(many) <= 600 && ratioOf(few) >= 30 && ratioOf(many) >= 30,
      remark: `each option of a customer of its own, receipts and news written; afterwards ${isSound ? 'each is settled once and the books are balanced' : 'THE BOOKS ARE WRONG'}`,
    }
  } finally {
    await bench.markets.close()
    await bench.database.remove()
  }
}
