import { genesisHash } from '@glasshouse/core/markets/evidence'
import { quantity } from '@glasshouse/core/money/units'
import { type SettlementRecord, settlementHash } from '@glasshouse/core/trust/settlements'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { plantForALook } from '@glasshouse/testkit/plantRows'
import { walletFixture } from '@glasshouse/testkit/wallets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closePosition, placeOrder } from '../../contracts/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import { createLog } from '../../platform/telemetry/index.ts'
import { convertCoins } from '../../wallets/index.fixture.ts'
import { settlementInvariants } from '../store/invariants.ts'
import { insertSettlements, listSettlements } from '../store/settlements.ts'
import { startSequencer } from './sequencer.ts'

let stage: ContractFixture
const db = () => stage.database.db
beforeAll(async () => {
  stage = await contractFixture()
  for (let uid = 1; uid <= 8; uid += 1) await stage.give(uid, '5000')
})
afterAll(() => stage.database.drop())

const open = (uid: number) => placeOrder(stage, { uid }, orderCommand({ price: '65850', lots: 4 }))

const expectChained = (records: readonly SettlementRecord[]): void => {
  records.forEach((record, index) => {
    expect(record.n).toBe(index + 1)
    expect(record.previous).toBe(records[index - 1]?.hash ?? genesisHash)
    expect(record.hash).toBe(settlementHash(record, sha256))
  })
}
const eventCount = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from contracts_event`.execute(db())
  return rows[0]?.n ?? 0
}
const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from trust_settlement_outbox`.execute(db())
  return rows[0]?.n ?? 0
}

describe('the settlement chain', () => {
  it('numbers every event of a contract once, with its transaction', async () => {
    const { id } = await open(1)
    await closePosition(stage, { uid: 1 }, { id, lots: 1 })
    await closePosition(stage, { uid: 1 }, { id, lots: null })
    await insertSettlements(db(), 100, 1)
    const records = await listSettlements(db(), 0, 1000)
    expectChained(records)
    expect(records.map(({ kind }) => kind).sort()).toEqual(
      ['contractOpened', 'contractClosedPart', 'contractClosed', 'contractClosed'].sort(),
    )
    expect(records.every(({ transaction }) => transaction !== null)).toBe(true)
    expect(records.filter(({ kind, id: of }) => kind === 'contractOpened' && of === id)).toHaveLength(1)
  })

  it('numbers what moves no money without a transaction', async () => {
    const { id } = await open(2)
    await sql`insert into contracts_event (order_id, kind, at_ms, rule, price, lots, margin, fee, profit, insurance)
      values (${id}, 'stopsSet', 1, 'stopLossSellSet', 1, 1, 0, 0, 0, 0)`.execute(db())
    await insertSettlements(db(), 100, 1)
    const records = await listSettlements(db(), 0, 1000)
    expect(records.at(-1)).toMatchObject({ kind: 'contractStopsSet', id, transaction: null })
  })

  it('has no gap and no double while many settle and two processes number', async () => {
    const deps = { ...stage, log: createLog('silent') }
    const [one, other] = [startSequencer(deps), startSequencer(deps)]
    for (let round = 0; round < 4; round += 1)
      await Promise.all(
        [1, 2, 3, 4, 5, 6, 7, 8].map(async (uid) => {
          const { id } = await open(uid)
          await closePosition(stage, { uid }, { id, lots: null })
        }),
      )
    await Promise.all([one.close(), other.close()])
    const records = await listSettlements(db(), 0, 10_000)
    expect(records).toHaveLength(await eventCount())
    expect(await waiting()).toBe(0)
    expectChained(records)
  })

  it('loses and doubles nothing when the connection that numbers dies at any statement', async () => {
    let deaths = 0
    for (let at = 1; at <= 2; at += 1)
      for (const when of ['before', 'after'] as const) {
        await open(3)
        const death = killConnectionAt(stage.database.url, at, when)
        await insertSettlements(db(), 100, 1).catch(() => undefined)
        death.over()
        await drainDeadConnections(stage.database.pool)
        if (death.happened()) deaths += 1
        await insertSettlements(db(), 100, 1)
      }
    expect(deaths).toBeGreaterThanOrEqual(2)
    const records = await listSettlements(db(), 0, 10_000)
    expect(records).toHaveLength(await eventCount())
    expectChained(records)
  })

  it('finds notes and numbers by their keys in a chain that has just grown', async () => {
    const tx = await db().startTransaction().execute()
    // Plans made while both tables were small are used until statistics are taken again.
    await sql`analyze trust_settlement, trust_settlement_outbox`.execute(tx)
    // Counts of the connection's earlier transactions are among them until it reports those.
    const scans = async () =>
      (
        await sql`select relname, seq_scan from pg_stat_xact_user_tables
          where relname in ('trust_settlement', 'trust_settlement_outbox') order by relname`.execute(tx)
      ).rows
    const before = await scans()
    for (const many of [1, 1500]) {
      await sql`select trust_note_settlement('test', 900000 + g, null, 1)
        from generate_series(${many}::int, 2 * ${many}::int) g`.execute(tx)
      await sql`select trust_number_settlements(10000, 1)`.execute(tx)
      await sql`set constraints all immediate`.execute(tx)
      await sql`set constraints all deferred`.execute(tx)
    }
    const after = await scans()
    await tx.rollback().execute()
    expect(after).toEqual(before)
  })

  it('numbers a sale of coins with the transaction that paid it', async () => {
    const wallets = await walletFixture()
    const { uid } = await wallets.newcomer()
    await wallets.give(uid, 'wallet', quantity('1'), 'BTC')
    const { id } = await convertCoins(wallets, uid, { place: 'wallet', pid: 1, amount: quantity('0.1') })
    await insertSettlements(wallets.database.db, 100, 1)
    const { rows } = await sql<{ id: number }>`
      select id from ledger_transaction where key = ${`coin-sold:${id}`}`.execute(wallets.database.db)
    expect(await listSettlements(wallets.database.db, 0, 10)).toMatchObject([
      { n: 1, kind: 'coinSold', id, transaction: rows[0]?.id },
    ])
    await wallets.database.drop()
  })
})

describe('the invariants of the chain', () => {
  const [numbered, continues] = [
    'everything that settles has its number in the settlement chain, or waits for it',
    'every settlement continues the chain',
  ]
  /** Invariants that find something, checked whole and over the newest rows alone. */
  const found = async (): Promise<readonly (readonly [string, boolean])[]> => {
    const range = { after: 0, upTo: Number.MAX_SAFE_INTEGER }
    const all: (readonly [string, boolean])[] = []
    for (const { name, broken, recent } of settlementInvariants) {
      if (name !== numbered && name !== continues) continue
      const isNew = recent !== undefined && (await recent.broken(db(), range)).length > 0
      if ((await broken(db())).length > 0 || isNew) all.push([name, isNew])
    }
    return all
  }
  it('find nothing in a chain that is whole, nor in what waits for its number', async () => {
    const { id } = await open(5)
    expect(await found()).toEqual([])
    await closePosition(stage, { uid: 5 }, { id, lots: null })
    await insertSettlements(db(), 100, 1)
    expect(await found()).toEqual([])
  })
  it.each([
    [
      'a lost number',
      'delete from trust_settlement where n = (select max(n) from trust_settlement)',
      [numbered],
    ],
    ['a gap', 'delete from trust_settlement where n = 1', [numbered, continues]],
    ['a changed instant', 'update trust_settlement set at_ms = at_ms + 1 where n = 1', [continues]],
    [
      'a hash that continues another chain',
      "update trust_settlement set previous = sha256('x') where n = 2",
      [continues],
    ],
    [
      'an event without a number',
      `insert into contracts_event (order_id, kind, at_ms, rule, price, lots, margin, fee, profit, insurance)
       select order_id, 'stopsSet', 1, 'stopLossSellSet', 1, 1, 0, 0, 0, 0 from contracts_event limit 1`,
      [numbered],
    ],
  ] as const)('find %s', async (_what, statement, expected) => {
    const { id } = await open(6)
    await closePosition(stage, { uid: 6 }, { id, lots: null })
    await insertSettlements(db(), 100, 1)
    const tables = ['trust_settlement', 'trust_settlement_outbox', 'contracts_event']
    await plantForALook(stage.database.url, tables, statement, async () => {
      expect((await found()).map(([name]) => name)).toEqual(expected)
    })
  })
})

describe('the database refuses', () => {
  const insert = (n: string, previous: string, hash: string) =>
    `insert into trust_settlement select (${n}), -1, 'coinSold', -1, null, 1, 1, ${previous}, ${hash}
     from trust_settlement order by n desc limit 1`
  const hashOf = (n: string, id: number, previous: string) =>
    `trust_settlement_hash(row(${n}, -1, 'coinSold', ${id}, null, 1, 1, ${previous}, null)::trust_settlement)`
  const hashOfSecond = (n: string, previous: string) => hashOf(n, -2, previous)
  /** The first row continues the chain, the second one is as given. */
  const insertTwo = (n: string, before: string, hash: string) =>
    `with newest as (select * from trust_settlement order by n desc limit 1),
      previous as (select *, ${hashOf('n + 1', -1, 'hash')} as first_hash from newest)
     insert into trust_settlement
     select n + 1, -1, 'coinSold', -1, null::bigint, 1, 1, hash, first_hash from previous
     union all select ${n}, -2, 'coinSold', -2, null, 1, 1, ${before}, ${hash} from previous`
  it.each([
    ['update trust_settlement set at_ms = 1', /not allowed/],
    ['delete from trust_settlement', /not allowed/],
    ['truncate trust_settlement', /not allowed/],
    ['update trust_settlement_outbox set at_ms = 1', /not allowed/],
    [insert('n + 2', 'hash', 'hash'), /does not continue/],
    [insert('n', 'hash', 'hash'), /trust_settlement_pkey/],
    [insert('n + 1', 'previous', 'hash'), /does not continue/],
    [insert('n + 1', 'hash', 'hash'), /does not continue/],
    [insertTwo('previous.n + 2', 'first_hash', 'first_hash'), /does not continue/],
    [insertTwo('previous.n + 2', 'hash', hashOfSecond('previous.n + 2', 'hash')), /does not continue/],
    [
      insertTwo('previous.n + 3', 'first_hash', hashOfSecond('previous.n + 3', 'first_hash')),
      /does not continue/,
    ],
  ])('%s', async (statement, says) => {
    await expect(sql.raw(statement).execute(db())).rejects.toThrow(says)
  })
  it('taking a settlement out of the outbox without a number', async () => {
    await open(4)
    await expect(sql.raw('delete from trust_settlement_outbox').execute(db())).rejects.toThrow(
      /without a number/,
    )
    expect(await waiting()).toBe(1)
  })
})
