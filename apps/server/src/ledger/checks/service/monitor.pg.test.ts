import { type Account, customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { plantRows } from '@glasshouse/testkit/plantRows'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { postSingle } from '../../posting/index.ts'
import { type Invariant, invariant, ledgerInvariants } from '../store/invariants.ts'
import { checkInvariants } from './check.ts'
import { applyReport, checkLedgerOnce, checkWholeLedgerWhenDue, loadLedgerStatus } from './monitor.ts'
import { ledgerStatus, requireSoundLedger } from './status.ts'

let platform: TestPlatform
const ann = customer(1, 'wallet')
const move = (from: Account, to: Account, amount: bigint) =>
  transact(platform.database.db, (tx) =>
    postSingle(tx, 1, {
      cause: { kind: 'test', id: 1 },
      transfers: [{ from, to, amount, type: journal.ownTransfer }],
    }),
  )
beforeEach(async () => {
  platform = testPlatform(await cloneDatabase(4))
  await move(external('deposits:sandbox'), ann, 100n)
  await move(ann, house('fees'), 30n)
})
afterEach(() => platform.database.drop())

const check = (invariants: readonly Invariant[] = ledgerInvariants) =>
  checkLedgerOnce({ ...platform, invariants })

const plant = (statement: string) => plantRows(platform.database.url, statement)
const idOfAnn = "(select id from ledger_account where name = 'customer/1/wallet/USDT')"
const chained = 'every entry continues the balance of the one before'
/** Rewrites the balance of one of Ann's entries that has another behind it. */
const damage = (sequence: number) =>
  plant(`update ledger_entry set balance = 99 where account_id = ${idOfAnn} and sequence = ${sequence}`)
const repair = () =>
  plant(`update ledger_entry set balance = 100 where account_id = ${idOfAnn} and sequence = 1`)
const stored = async () => {
  const { rows } = await platform.database.pool.query<{ checked: { transactions: number } }>(
    'select checked from ledger_check',
  )
  return rows[0]?.checked.transactions
}
/** An invariant that only notes which transactions it is asked about. */
const noting = (): { readonly asked: [number, number][]; readonly all: readonly Invariant[] } => {
  const asked: [number, number][] = []
  const broken: NonNullable<Invariant['recent']>['broken'] = async (_, { after, upTo }) => {
    asked.push([after, upTo])
    return []
  }
  const all = [{ name: 'noted', broken: async () => [], recent: { series: 'transactions' as const, broken } }]
  return { asked, all }
}

describe('a broken invariant', () => {
  it('suspends by itself, with its name and since when, and is stored', async () => {
    expect(await check()).toMatchObject({ broken: [], sinceMs: null })
    expect(() => requireSoundLedger(platform.database)).not.toThrow()
    await move(ann, house('fees'), 1n)
    await move(ann, house('fees'), 1n)
    await damage(3)
    const status = await check()
    expect(status.broken.map(({ name }) => name)).toEqual([chained])
    expect(status.sinceMs).toBe(platform.clock.now())
    const refused = await expectDomainError((async () => requireSoundLedger(platform.database))())
    expect(refused).toMatchObject({ code: 'ledgerSuspended', data: { since: platform.clock.now() } })
  })

  it('stays after a restart, before anything was checked again', async () => {
    await damage(1)
    await check()
    const again = openDatabase(platform.database.url, 1)
    expect(ledgerStatus(again).sinceMs).toBeNull()
    await loadLedgerStatus({ database: again })
    expect(ledgerStatus(again)).toMatchObject({ sinceMs: platform.clock.now(), broken: [{ name: chained }] })
    await again.close()
  })

  it('ends only when the whole ledger is clean again, and keeps its history', async () => {
    await damage(1)
    await check()
    await move(ann, house('fees'), 1n)
    expect((await check()).sinceMs).not.toBeNull()
    await repair()
    expect((await check()).sinceMs).toBeNull()
    const { rows } = await platform.database.pool.query(
      'select is_suspended from ledger_suspension order by id',
    )
    expect(rows).toEqual([{ is_suspended: true }, { is_suspended: false }])
    for (const statement of ['delete from ledger_suspension', 'update ledger_suspension set broken = null'])
      await expect(sql.raw(statement).execute(platform.database.db)).rejects.toThrow('is not allowed')
  })

  it('is not cleared by a check that began before it was found', async () => {
    const { findings } = ledgerStatus(platform.database)
    const clean = await checkInvariants(platform.database.reports, platform.clock.now(), ledgerInvariants)
    await damage(1)
    await check()
    await applyReport(platform, clean, findings)
    expect(ledgerStatus(platform.database).sinceMs).not.toBeNull()
  })

  it('that only the whole check sees is found on the next day', async () => {
    const hidden = invariant(
      'hidden',
      sql`select 'here' as told where exists (select from ledger_entry where sequence = 3)`,
    )
    await check([hidden])
    await move(ann, house('fees'), 1n)
    expect((await check([hidden])).sinceMs).toBeNull()
    const whole = () => checkWholeLedgerWhenDue({ ...platform, invariants: [hidden] })
    expect(await whole()).toBeNull()
    platform.clock.tick(86_400_000)
    expect((await check([hidden])).sinceMs).toBeNull()
    expect((await whole())?.broken).toEqual([{ name: 'hidden', examples: ['here'] }])
    // The rounds of the minute check the whole ledger from now on.
    expect(await whole()).toBeNull()
    expect((await check([hidden])).broken).toHaveLength(1)
  })

  it('is found within a minute while the check of the day runs, whose clean result does not end it', async () => {
    await check()
    platform.clock.tick(86_400_000)
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: Invariant = {
      name: 'slow',
      broken: async () => {
        begun.resolve()
        await released.promise
        return []
      },
    }
    const whole = checkWholeLedgerWhenDue({ ...platform, invariants: [slow] })
    await begun.promise
    await move(ann, house('fees'), 1n)
    await move(ann, house('fees'), 1n)
    await damage(3)
    expect((await check()).broken.map(({ name }) => name)).toEqual([chained])
    released.resolve()
    expect((await whole)?.sinceMs).toBe(platform.clock.now())
    expect(ledgerStatus(platform.database).sinceMs).not.toBeNull()
    const again = openDatabase(platform.database.url, 1)
    await loadLedgerStatus({ database: again })
    expect(ledgerStatus(again).sinceMs).not.toBeNull()
    await again.close()
  })
})

describe('what a round looks at', () => {
  it('is what came since, each transaction once', async () => {
    const { asked, all } = noting()
    await check(all)
    expect(asked).toEqual([[0, 2]])
    await move(ann, house('fees'), 1n)
    await check(all)
    await check(all)
    expect(asked).toEqual([
      [0, 2],
      [2, 3],
    ])
    // Transactions of other databases of the same server hold the mark back as well.
    while ((await stored()) !== 3) await check(all)
    await move(ann, house('fees'), 1n)
    await check(all)
    expect(asked.slice(2)).toEqual([[3, 4]])
  })

  it('includes a transaction that commits after one with a higher number, and all since the mark with it, once', async () => {
    const { asked, all } = noting()
    for (let round = 0; round < 3; round += 1) await check(all)
    const late = new pg.Client({ connectionString: platform.database.url })
    await late.connect()
    await late.query('begin')
    const insert =
      "insert into ledger_transaction (cause_kind, cause_id, at_ms) values ('test', 7, 1) returning id"
    const { rows } = await late.query<{ id: number }>(insert)
    const id = Number(rows[0]?.id)
    await move(ann, house('fees'), 1n)
    for (let round = 0; round < 3; round += 1) await check(all)
    // While the transaction is open, the mark stays below it.
    expect(await stored()).toBeLessThan(id)
    const before = asked.length
    expect(asked.at(-1)).toEqual([id - 1, id + 1])
    await late.query('set session_replication_role = replica; commit')
    await check(all)
    const again = asked.slice(before)
    expect(again).toHaveLength(1)
    expect(again[0]?.[0]).toBeLessThan(id)
    expect(again[0]?.[1]).toBe(id + 1)
    await check(all)
    expect(asked.slice(before)).toEqual(again)
    await late.end()
  })

  it('never has rows of the last round and later ones in one chunk, so that each is counted where it belongs', async () => {
    const { asked, all } = noting()
    await check(all)
    await plant(
      "insert into ledger_transaction (cause_kind, cause_id, at_ms) values ('test', 3, 1), ('test', 4, 1)",
    )
    await plant('delete from ledger_transaction where id = 1')
    await check(all)
    expect(asked).toEqual([
      [0, 2],
      [0, 2],
      [2, 4],
    ])
    while ((await stored()) !== 4) await check(all)
    expect(asked).toHaveLength(3)
  })

  it('is cut into chunks', async () => {
    await plant(
      `insert into ledger_transaction (cause_kind, cause_id, at_ms) select 'test', n, 1 from generate_series(1, 4500) n`,
    )
    const { asked, all } = noting()
    await check(all)
    expect(asked).toEqual([
      [0, 2000],
      [2000, 4000],
      [4000, 4502],
    ])
  })
})
