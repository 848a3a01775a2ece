import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { tickEvidence } from '@glasshouse/core/markets/evidence'
import { formatPrice, type Price, price, usdt } from '@glasshouse/core/money/units'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { startTemporaryPostgres } from '@glasshouse/testkit/temporaryPostgres'
import { sql } from 'kysely'
import { contractInvariants, openEngine } from '../../../apps/server/src/contracts/index.fixture.ts'
import {
  houseLedger,
  marginAccountLedger,
  positionOpenedPosting,
} from '../../../apps/server/src/contracts/postings.ts'
import { executeBatch } from '../../../apps/server/src/contracts/service/engine/executeBatch.ts'
import { createPartitionMap } from '../../../apps/server/src/contracts/service/engine/partitionMap.ts'
import { captureMarkets } from '../../../apps/server/src/contracts/service/markets.ts'
import { acquirePartitions, releasePartitions } from '../../../apps/server/src/contracts/store/partitions.ts'
import { ledgerInvariants } from '../../../apps/server/src/ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { fundReserve, lockBalances, post } from '../../../apps/server/src/ledger/posting/index.ts'
import { type Database, openDatabase } from '../../../apps/server/src/platform/database/index.ts'
import { migrate } from '../../../apps/server/src/platform/postgres/migrate.ts'
import { readSettings } from '../../../apps/server/src/platform/settings/index.ts'
import { createLog } from '../../../apps/server/src/platform/telemetry/index.ts'
import { systemClock } from '../../../apps/server/src/platform/time/index.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { type LoadCost, measureLoad } from './eventLoop.ts'
import { patientLimits } from './ownDatabase.ts'
import type { Measurement } from './row.ts'

/**
 * Rounds, each with take profits, stop losses and liquidations fired by one tick, and some closed in one transaction
 * each.
 */
const rounds = 3
const single = 400
const aimed = 100_000

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Stop loss of a round, ten USDT below the previous one. */
const stopOf = (round: number): Price => (price('65000') - BigInt(round) * price('10')) as Price

/**
 * Gives each customer money and an open position with a stop loss; every fourth has so little margin that it is
 * liquidated before its stop loss. Written to the same tables and in the same transactions as through the order call.
 */
const openMany = async (
  { db }: Database,
  firstUid: number,
  many: number,
  round: number,
  evidence: string,
): Promise<void> => {
  for (let first = firstUid; first < firstUid + many; first += 2_000) {
    const uids = Array.from({ length: Math.min(2_000, firstUid + many - first) }, (_, index) => first + index)
    await transact(db, async (tx) => {
      await lockBalances(
        tx,
        uids.flatMap((uid) => Object.values(marginAccountLedger(uid, 'contract'))),
      )
      const isRisky = (uid: number) => uid % 4 === 0
      const deposits = uids.map((uid) => ({
        cause: { kind: 'bench' as const, id: uid },
        transfers: [
          {
            from: external('deposits:sandbox'),
            to: customer(uid, 'contract'),
            amount: usdt(isRisky(uid) ? '4.2' : '20'),
            type: journal.deposit,
          },
        ],
      }))
      await post(tx, 1, deposits)
      const { rows } = await sql<{ id: number; uid: number }>`
        insert into contracts_order (uid, wallet, pid, side, leverage, lots, quantity, open_price, margin,
          open_fee, fee_rate_ppm, state, created_ms, opened_ms, stop_loss_price)
        select uid, 'contract', 1, 'long', 20, 1, 100000, ${price('65850').toString()}::numeric, 329250000, 3292500, 500,
          'open', 1, 1,
          case when uid % 4 = 0 then null else ${stopOf(round).toString()}::numeric end
        from unnest(${uids}::bigint[]) as uid order by uid returning id, uid`.execute(tx)
      const payment = { margin: 329250000n, feeFromBonus: 0n, feeFromWallet: 3292500n, held: 0n }
      const posted = await post(
        tx,
        1,
        rows.map(({ id, uid }) =>
          positionOpenedPosting(
            id,
            { ...marginAccountLedger(uid, 'contract'), ...houseLedger(null) },
            payment,
          ),
        ),
      )
      const transactions = posted.map((result) => (result.ok ? result.id : null))
      await sql`
        insert into contracts_event (order_id, kind, at_ms, rule, price, lots, margin, fee, profit, insurance,
          transaction_id, tick)
        select id, 'opened', 1, 'marketBuyAtAsk', ${price('65850').toString()}::numeric, 1, 329250000, 3292500, 0, 0,
          transaction_id, ${evidence}::jsonb
        from unnest(${rows.map(({ id }) => id)}::bigint[], ${transactions}::bigint[]) as n (id, transaction_id)
      `.execute(tx)
      const quantity = (BigInt(uids.length) * 100_000n).toString()
      const cost = (BigInt(uids.length) * 100_000n * price('65850')).toString()
      await sql`
        insert into contracts_exposure (pid, long_quantity, long_cost)
        values (1, ${quantity}::numeric, ${cost}::numeric)
        on conflict (pid) do update set long_quantity = contracts_exposure.long_quantity + excluded.long_quantity,
          long_cost = contracts_exposure.long_cost + excluded.long_cost`.execute(tx)
    })
  }
}

type RoundResult = { readonly cost: LoadCost; readonly singleMs: number }

const openHouse = async (url: string) => {
  const database = openDatabase(url, 8, patientLimits)
  await migrate(database.db)
  const cause = { kind: 'bench', id: 1 } as const
  await transact(database.db, async (tx) => {
    await fundReserve(tx, 1, 'trading', usdt('900000000'), cause)
    await fundReserve(tx, 1, 'insurance', usdt('900000000'), cause)
  })
  const markets = fixedMarkets()
  markets.set('BTCUSDT', '65849.99', '65850')
  return { database, markets, clock: systemClock(), log: createLog('silent'), settings: readSettings({}) }
}

/** One tick that fires a round's triggers, and the same positions closed one by one; both sides alternately. */
const crash = async (
  house: Awaited<ReturnType<typeof openHouse>>,
  round: number,
  many: number,
): Promise<RoundResult> => {
  const { database, markets } = house
  const firstUid = round * 1_000_000 + 1
  const inForce = markets.inForce('BTCUSDT')
  if (inForce === null) throw new Error('the market has no price')
  await openMany(database, firstUid, many + single, round, JSON.stringify(tickEvidence(inForce.tick)))
  const engine = await openEngine(house)
  await engine.settled()
  const cost = await measureLoad(async () => {
    markets.set('BTCUSDT', formatPrice((price('62000') - BigInt(round)) as Price), '62001')
    await engine.settled()
  })
  await engine.close()
  markets.set('BTCUSDT', '65849.99', '65850')

  // The other side: equal positions, one transaction each.
  await openMany(database, firstUid + 500_000, single, round, JSON.stringify(tickEvidence(inForce.tick)))
  const { rows } = await sql<{ id: number; uid: number; stop: bigint | null }>`
    select id, uid, stop_loss_price as stop from contracts_order where state = 'open' order by id`.execute(
    database.db,
  )
  markets.set('BTCUSDT', formatPrice((price('62000') - BigInt(round)) as Price), '62001')
  const at = captureMarkets(markets)
  const held = await acquirePartitions(database.db, 600_000)
  if (held === null) throw new Error('the engine released its lease')
  const partitions = createPartitionMap(held.of)
  const singleFrom = performance.now()
  for (const { id, uid, stop } of rows) {
    const due =
      stop === null ? { kind: 'closeOut' as const, orderId: 0 } : { kind: 'loss' as const, orderId: id }
    await executeBatch({ ...house, partitions }, held, [{ uid, wallet: 'contract', at, ...due }])
  }
  const singleMs = performance.now() - singleFrom
  await releasePartitions(database.db, held)
  markets.set('BTCUSDT', '65849.99', '65850')
  return { cost, singleMs: (singleMs / rows.length) * (many + single) }
}

const allClosed = async ({ db }: Database): Promise<boolean> => {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from contracts_order where state <> 'closed'`.execute(db)
  const report = await checkInvariants(db, 1, [...ledgerInvariants, ...contractInvariants])
  return rows[0]?.open === 0 && report.invariants.every(({ holds }) => holds)
}

/** Row 4: one tick fires many stop losses and liquidations, compared with closing them one by one. */
export const measureFlashCrash = async (many = aimed): Promise<Measurement> => {
  const postgres = await startTemporaryPostgres('bench-crash')
  try {
    const house = await openHouse(postgres.url)
    const found: RoundResult[] = []
    for (let round = 0; round < rounds; round += 1) found.push(await crash(house, round, many))
    const isSound = await allClosed(house.database)
    await house.database.close()
    const seconds = median(found.map(({ cost }) => cost.wallMs)) / 1000
    const ratio = median(found.map(({ cost, singleMs }) => singleMs / cost.wallMs))
    const blocked = Math.max(...found.map(({ cost }) => cost.stoppedMs))
    const computed = Math.max(...found.map(({ cost }) => cost.computedMs))
    const own = Math.max(...found.map(({ cost }) => cost.ownMs))
    const collected = median(found.map(({ cost }) => cost.collectedMs)) / 1000
    const each = (part: 'serverMs' | 'databaseMs'): number =>
      Math.round((median(found.map(({ cost }) => cost[part])) * 1000) / (many + single))
    return {
      figures: `${seconds.toFixed(1)} s for ${(many + single).toLocaleString('en')} (${Math.round((many + single) / seconds).toLocaleString('en')} a second), ${ratio.toFixed(1)}× one by one, CPU ${each('serverMs')} and ${each('databaseMs')} µs each, event loop stopped at most ${blocked.toFixed(0)} ms, of which ${computed.toFixed(0)} ms CPU, ${own.toFixed(0)} without collecting garbage, which took ${collected.toFixed(1)} s in all`,
      held: isSound && many >= aimed && seconds <= 2 && ratio >= 40 && blocked <= 20,
      remark: `a quarter are close-outs; facts are written, their pushing is not measured; afterwards ${isSound ? 'all are closed and the books are balanced' : 'THE BOOKS ARE WRONG'}`,
    }
  } finally {
    await postgres.stop()
  }
}
