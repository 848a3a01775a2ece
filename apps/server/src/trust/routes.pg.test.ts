import { webcrypto } from 'node:crypto'
import { dayMs, dayOf } from '@glasshouse/core/calendar/days'
import { usdt } from '@glasshouse/core/money/units'
import type { HouseKey, SignedText } from '@glasshouse/core/trust/heads'
import { type LiabilityProof, verifyProof, webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { bookIssues, noHash, parseReport } from '@glasshouse/core/trust/liabilities/report'
import { type SignedReceipt, verifyReceipts } from '@glasshouse/core/trust/verify'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createClock } from '../platform/index.ts'
import { settlementInvariants } from './index.ts'
import { createWithdrawStats } from './service/withdrawStats.ts'

let database: TestDatabase
let house: TestServer
let demo: string
let manager: string
beforeAll(async () => {
  database = await cloneDatabase()
  house = await startTestServer(database)
  demo = await house.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  manager = await house.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
}, 60_000)
afterAll(async () => {
  await house.close()
  await database.drop()
})

type Report = SignedText & { readonly checks: number }
const run = () => house.ask('/staff/api/liabilitiesRun', {}, { token: manager })
const proofOf = async (token: string, number?: number) =>
  house.ask('/api/trust/proof', number === undefined ? {} : { number }, { token })
const crypto = webCrypto(webcrypto.subtle)
const keysOf = async () => (await house.ask('/api/trust/key')).data as HouseKey[]

/** Own accounts and accrued, unpaid interest of every open account, told by one query. */
const owedBySql = async () => {
  const { rows } = await sql<{ asset: string; owed: bigint; customers: number }>`
    select asset, sum(amount) as owed, (select count(*) from identity_customer where closed_ms is null) as customers from (
      select asset, balance as amount from ledger_account where owner = 'customer' and owner_id > 9999
        and purpose not in ('bonus', 'experience', 'experiencePrincipal')
      union all
      select 'USDT', accrued from invest_order where method = 'compound' and finished_ms is null
    ) owed group by asset order by asset`.execute(database.db)
  return rows
}

it('publishes a report of one snapshot in which every customer finds the own balances', async () => {
  expect((await house.ask('/api/trust/liabilities')).retCode).toBe(1005)
  expect((await proofOf(demo)).retCode).toBe(1005)
  const { data } = (await run()) as { data: Report }
  expect((await house.ask('/api/trust/liabilities')).data).toEqual(data)
  const report = parseReport(data.text)
  if (report === null) throw new Error('a report')
  const owed = await owedBySql()
  expect([...report.totals].filter(([, units]) => units > 0n)).toEqual(
    owed.filter(({ owed: units }) => units > 0n).map(({ asset, owed: units }) => [asset, units]),
  )
  expect(report).toMatchObject({ number: 1, previous: noHash, parts: 4, holdings: 'none proven' })
  expect(report.customers).toBe(owed[0]?.customers)
  expect(report.leaves).toBe(4 * report.customers)
  expect(bookIssues(report)).toEqual([])
  expect(report.heads.map(({ name }) => name)).toEqual(['BTCUSDT', 'ETHUSDT'])
  // Each half of the book stands somewhere: without one of them the sum is not zero.
  expect(report.book.get('credit.experience')).toBeGreaterThan(0n)
  expect(report.book.get('accrued.USDT')).toBeGreaterThan(0n)

  const keys = await keysOf()
  const { data: proof } = (await proofOf(demo)) as { data: LiabilityProof }
  expect(await verifyProof(crypto, proof, keys, proof.uid)).toMatchObject({ isSound: true })
  const { rows } = await sql<{ balance: bigint }>`
    select sum(balance) as balance from ledger_account where owner = 'customer' and owner_id = ${proof.uid}
      and asset = 'USDT' and purpose not in ('bonus', 'experience', 'experiencePrincipal')`.execute(
    database.db,
  )
  const accrued = report.book.get('accrued.USDT') ?? 0n
  expect(usdt(proof.balances.USDT ?? '')).toBe((rows[0]?.balance ?? 0n) + accrued)
  // A second fetch by the same customer is one check.
  await proofOf(demo)
  expect((await house.ask('/api/trust/liabilities', { number: 1 })).data).toMatchObject({ checks: 1 })

  // An account opened after the report is in the next one, with nothing.
  const late = await house.newcomer('late@glasshouse.test', '12025550177')
  expect((await proofOf(late.token)).retCode).toBe(1005)
  expect(await run()).toMatchObject({ retCode: 2003, data: { reason: 'hourly' } })
}, 60_000)

it('makes one report a midnight, links it to the one before, and keeps it', async () => {
  expect((await house.ask('/api/practice/clock', { advanceMs: 3 * 86_400_000 })).retCode).toBe(0)
  const { data } = (await house.ask('/api/trust/liabilities')) as { data: Report }
  const [report, first] = [
    parseReport(data.text),
    (await house.ask('/api/trust/liabilities', { number: 1 })).data as Report,
  ]
  expect(report).toMatchObject({ number: 2, previous: first.hash })
  const late = await house.signIn('/api/user/login', 'late@glasshouse.test', 'Newcomer1!')
  const { data: proof } = (await proofOf(late)) as { data: LiabilityProof }
  expect(Object.values(proof.balances).every((amount) => amount === '0')).toBe(true)
  expect(await verifyProof(crypto, proof, await keysOf(), null)).toMatchObject({ isSound: true })
  // The proof of the first report still leads to the first root.
  const { data: old } = (await proofOf(demo, 1)) as { data: LiabilityProof }
  expect(await verifyProof(crypto, old, await keysOf(), null)).toMatchObject({ isSound: true })
  expect(await house.ask('/api/trust/liabilityList', {})).toMatchObject({
    total: 2,
    data: [{ hash: data.hash }, { hash: first.hash }],
  })
  expect((await house.ask('/api/trust/liabilities', { day: report?.day ?? '' })).data).toMatchObject({
    hash: data.hash,
  })

  for (const change of ['update trust_report set text = text', 'delete from trust_report'])
    await expect(sql.raw(change).execute(database.db)).rejects.toThrow(/not allowed/)
  await expect(sql`delete from trust_report_nodes where number = 1`.execute(database.db)).rejects.toThrow(
    /is published/,
  )
  await expect(
    sql`insert into trust_report select 4, day, null, made_ms, text, signature, keyid, hash, assets, parts, customers, leaves,
      sealed_seed from trust_report where number = 2`.execute(database.db),
  ).rejects.toThrow(/does not continue/)
}, 60_000)

/** Waits until the receipts of everything that is committed now are made. */
const receiptsMade = async () => {
  const newest = await sql<{ id: number }>`select max(id) as id from ledger_transaction`.execute(database.db)
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ id: number }>`
        select transaction_id as id from trust_receipt_progress`.execute(database.db)
      expect(rows[0]?.id).toBeGreaterThanOrEqual(newest.rows[0]?.id ?? 0)
    },
    { timeout: 20_000 },
  )
}
const linesOf = async (url: string) =>
  (await (await fetch(`${house.url}${url}`)).text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SignedReceipt)

it('signs one receipt per customer and transaction, in one chain that its file verifies', async () => {
  const token = await house.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  const move = { type: 1, typeReverse: 1, transfervalue: '3.5' }
  expect((await house.ask('/api/user/walletTransfer', move, { token })).retCode).toBe(0)
  await receiptsMade()
  const { rows: counted } = await sql<{ missing: number; made: number }>`
    with touched as (
      select distinct e.transaction_id, a.owner_id from ledger_entry e
      join ledger_account a on a.id = e.account_id and a.owner = 'customer'
    )
    select count(*) filter (where r.uid is null) as missing, count(*) as made
    from touched t full join trust_receipt r on r.uid = t.owner_id and r.transaction_id = t.transaction_id`.execute(
    database.db,
  )
  expect(counted[0]?.missing).toBe(0)
  expect(counted[0]?.made).toBeGreaterThan(20)

  const keys = await keysOf()
  const period = { from: dayOf(Date.now() - 300 * dayMs), to: dayOf(Date.now() + 60 * dayMs) }
  const { data: whole } = (await house.ask('/api/trust/receipts', period, { token })) as {
    data: { url: string }
  }
  const receipts = await linesOf(whole.url)
  expect(await verifyReceipts(crypto, receipts, keys)).toEqual([])
  const last = receipts.at(-1)
  expect(last?.text).toMatch(/\ncause=walletTransfer:\d+\n/)
  expect(last?.text).toMatch(/\nline=wallet,USDT,5,-3\.5,/)
  expect((await house.ask('/api/trust/receipt', {}, { token })).data).toEqual(last)
  expect((await fetch(`${house.url}${whole.url}x`)).status).toBe(404)

  // Another customer's transaction, and one that does not exist, are answered alike.
  const transaction = Number.parseInt(/\ntransaction=(\d+)\n/.exec(last?.text ?? '')?.[1] ?? '', 10)
  expect((await house.ask('/api/trust/receipt', { transaction }, { token })).data).toEqual(last)
  const late = await house.signIn('/api/user/login', 'late@glasshouse.test', 'Newcomer1!')
  expect((await house.ask('/api/trust/receipt', { transaction }, { token: late })).retCode).toBe(1005)
  expect((await house.ask('/api/trust/receipt', {}, { token: late })).retCode).toBe(1005)
  await expect(sql`update trust_receipt set uid = uid`.execute(database.db)).rejects.toThrow(/not allowed/)
}, 60_000)

it('reports a receipt that is missing and one that does not continue its chain', async () => {
  await receiptsMade()
  const broken = async (damage: string): Promise<readonly string[]> => {
    const found: string[] = []
    await database.db
      .transaction()
      .execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(damage).execute(tx)
        for (const { name, broken: look } of settlementInvariants)
          if ((await look(tx)).length > 0) found.push(name)
        throw new Error('nothing of it stays')
      })
      .catch(() => undefined)
    return found
  }
  const missing = 'every transaction up to which receipts are made has one for each customer it touches'
  const unlinked = 'every receipt names the hash of the receipt before of the same customer'
  const newest = '(select max(transaction_id) from trust_receipt)'
  expect(await broken('select 1')).toEqual([])
  expect(await broken(`delete from trust_receipt where transaction_id = ${newest}`)).toEqual([missing])
  expect(
    await broken(`update trust_receipt set previous = sha256('x') where transaction_id = ${newest}`),
  ).toEqual([unlinked])
})

it('counts every withdrawal as a list of them does, and shows times and shares from ten cases on', async () => {
  type Stats = readonly {
    days: number
    asked: number
    waiting: number
    sent: number
    medianMinutes: number | null
    p95Minutes: number | null
    overdue: string | null
    over1h: Record<string, string> | null
    rejected: Record<string, number>
  }[]
  const stats = async () => (await house.ask('/api/trust/withdrawStats')).data as Stats
  const [few] = await stats()
  expect(few).toMatchObject({ days: 30, medianMinutes: null, p95Minutes: null, overdue: null, over1h: null })
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from funding_withdrawal`.execute(
    database.db,
  )
  expect(few?.asked).toBe(counted[0]?.n)

  // Twenty that were sent after 10, 20, … 200 minutes, asked for 40 days ago; a statistic is kept for a minute.
  const requestMs = Date.now() - 40 * dayMs
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into funding_withdrawal (uid, way, amount, fee, destination, summary, userremark, state, needed, created_ms,
        deadline_ms, ended_ms, batch_id, proof)
      select 10001, '1001', 100, 1, '', '', '', 'sent', 1, ${requestMs}, ${requestMs + dayMs},
        ${requestMs}::bigint + k * 600000, 1, 'proof ' || k
      from generate_series(1, 20) k`.execute(tx)
  })
  const { rows } = await sql<{ minutes: number; late: number }>`
    select (ended_ms - created_ms) / 60000 as minutes, ended_ms - created_ms as late from funding_withdrawal
    where state = 'sent' order by 1`.execute(database.db)
  const times = rows.map(({ minutes }) => minutes)
  const [, long] = await createWithdrawStats({ clock: createClock(() => Date.now(), 3 * dayMs), database })()
  expect(long?.sent).toBe(times.length)
  expect(long?.medianMinutes).toBe(times[Math.ceil(times.length * 0.5) - 1])
  expect(long?.p95Minutes).toBe(times[Math.ceil(times.length * 0.95) - 1])
  expect(Object.keys(long?.over1h ?? {})).toContain('none')
  expect(long?.overdue).not.toBeNull()
})
