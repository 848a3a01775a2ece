import { webcrypto } from 'node:crypto'
import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { DataOf } from '@glasshouse/core/calls'
import { profileFromWire } from '@glasshouse/core/identity/profile/codec'
import type { Account } from '@glasshouse/core/ledger/chart'
import * as accounts from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { formatDecimal, formatUsdt, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { HouseKey, SignedText } from '@glasshouse/core/trust/heads'
import { ownLinesFromWire } from '@glasshouse/core/trust/liabilities/codec'
import { ownLineIssues, type ShownWallets, shownAmounts } from '@glasshouse/core/trust/liabilities/ownLines'
import { type LiabilityProof, verifyProof, webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { bookIssues, noHash, parseReport } from '@glasshouse/core/trust/liabilities/report'
import { houseStatisticsToWire, withdrawalStatisticsToWire } from '@glasshouse/core/trust/statistics/codec'
import { type SignedReceipt, verifyReceipts } from '@glasshouse/core/trust/verify'
import { fromWireRowId } from '@glasshouse/core/wallets/rules'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { cloneSampleDatabase } from '@glasshouse/testkit/sampleDatabase'
import { startTestServer, type TestServer } from '@glasshouse/testkit/testServer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listAccruedClaims } from '../invest/index.fixture.ts'
import { postSingle } from '../ledger/posting/index.ts'
import { createClock } from '../platform/time/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { settlementInvariants } from './index.fixture.ts'
import { createHouseStats } from './service/houseStats.ts'
import { createWithdrawStats } from './service/withdrawStats.ts'
import { compareStatistics, plantCases } from './statistics.fixture.ts'

let database: TestDatabase
let house: TestServer
let demo: string
let manager: string
beforeAll(async () => {
  database = await cloneSampleDatabase()
  house = await startTestServer(database)
  demo = await house.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  manager = await house.signIn('/staff/api/login', 'manager@glasshouse.test', 'Manager123!')
})
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

type Coins = readonly { readonly id: number; readonly amount: string }[]
/** Coins of both wallets by asset: their rows have ids of markets. */
const coinsOf = async (rows: Coins): Promise<ShownWallets['coins']> => {
  const { rows: markets } = await sql<{ pid: number; symbol: string }>`
    select pid, symbol from markets_product`.execute(database.db)
  return rows.flatMap(({ id, amount }) => {
    const { place, pid } = fromWireRowId(id)
    const symbol = markets.find((market) => market.pid === pid)?.symbol
    return symbol === undefined
      ? []
      : [{ source: place, asset: symbol.replace('USDT', ''), amount: quantity(amount) }]
  })
}
/** What does not add up of the lines of a report: with its proof, and with what the wallets show now. */
const lineIssues = async (token: string, number: number) => {
  const { data } = await house.ask('/api/trust/proofLines', { number }, { token })
  const { lines } = ownLinesFromWire(data as DataOf<'/api/trust/proofLines'>)
  const { data: proof } = (await proofOf(token, number)) as { data: LiabilityProof }
  const info = (await house.ask('/api/user/getuserinfo', {}, { token }))
    .data as DataOf<'/api/user/getuserinfo'>
  const wallet = (await house.ask('/api/user/wallet', {}, { token })).data as Coins
  const coinWallet = (await house.ask('/api/user/coinWallet', {}, { token })).data as Coins
  const shown = shownAmounts({
    wallets: profileFromWire(info).wallets,
    coins: await coinsOf([...wallet, ...coinWallet]),
  })
  return { lines, issues: ownLineIssues(lines, proof.balances, shown) }
}

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
  const own = { after: proof.uid - 1, upTo: proof.uid }
  const [claim] = await transact(database.db, (tx) => listAccruedClaims(tx, own))
  expect(usdt(proof.balances.USDT ?? '')).toBe((rows[0]?.balance ?? 0n) + (claim?.amount ?? 0n))
  // Its lines come from the journal, and the claims from the orders.
  const { lines, issues } = await lineIssues(demo, 1)
  expect(issues).toEqual([])
  expect(lines.every(({ reported, now, entries }) => reported === now && (entries ?? 0) === 0)).toBe(true)
  expect(lines.find(({ source }) => source === 'accrued')?.reported).toBe(claim?.amount)
  expect(new Set(lines.map(({ asset }) => asset)).size).toBeGreaterThan(1)
  // A second fetch by the same customer is one check.
  await proofOf(demo)
  expect((await house.ask('/api/trust/liabilities', { number: 1 })).data).toMatchObject({ checks: 1 })

  // An account opened after the report is in the next one, with nothing.
  const late = await house.newcomer('late@glasshouse.test', '12025550177')
  expect((await proofOf(late.token)).retCode).toBe(1005)
  expect((await house.ask('/api/trust/proofLines', {}, { token: late.token })).retCode).toBe(1005)
  expect(await run()).toMatchObject({ retCode: 2003, data: { reason: 'hourly' } })
})

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
  // So do its lines, after three midnights of interest and a transfer: what moved since is told of each.
  const moved = { type: 1, typeReverse: 1, transfervalue: '1.5' }
  const before = (await lineIssues(demo, 1)).lines
  expect((await house.ask('/api/user/walletTransfer', moved, { token: demo })).retCode).toBe(0)
  const { lines, issues } = await lineIssues(demo, 1)
  expect(issues).toEqual([])
  const of = (source: string, all = lines) =>
    all.find((line) => line.source === source && line.asset === 'USDT')
  expect(of('accrued')?.change).toBeGreaterThan(0n)
  expect(of('wallet')?.entries).toBe((of('wallet', before)?.entries ?? 0) + 1)
  expect(of('wallet')?.now).toBe((of('wallet', before)?.now ?? 0n) - usdt('1.5'))
  expect(of('contract')?.reported).toBe(of('contract', before)?.reported)
  expect((await lineIssues(demo, 2)).issues).toEqual([])
  expect((await lineIssues(late, 2)).issues).toEqual([])
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
      sealed_seed, uncounted from trust_report where number = 2`.execute(database.db),
  ).rejects.toThrow(/does not continue/)
})

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
      join ledger_account a on a.id = e.account_id and a.owner = 'customer' and a.owner_id > 9999
    )
    select count(*) filter (where r.uid is null) as missing, count(*) as made
    from touched t full join trust_receipt r on r.uid = t.owner_id and r.transaction_id = t.transaction_id
    where coalesce(t.transaction_id, r.transaction_id) <= (select transaction_id from trust_receipt_progress)`.execute(
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
})

it('a report number that no report can have is refused by its field, one that none has yet is not found', async () => {
  const token = await house.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  for (const call of ['liabilities', 'holdings', 'proof', 'proofLines'])
    for (const number of ['2147483648', '999999999999999'])
      expect(await house.ask(`/api/trust/${call}`, { number }, { token })).toMatchObject({
        retCode: 1001,
        data: { field: 'number' },
      })
  for (const call of ['liabilities', 'proof', 'proofLines'])
    expect((await house.ask(`/api/trust/${call}`, { number: 1_000_000_000 }, { token })).retCode).toBe(1005)
})

it('a link to a file is read a limited number of times, each customer by itself', async () => {
  const token = await house.signIn('/api/user/login', 'demo@glasshouse.test', 'Demo123!')
  expect((await house.ask('/api/user/stepUp', { pwd: 'Demo123!' }, { token })).retCode).toBe(0)
  const period = { from: dayOf(Date.now() - 10 * dayMs), to: dayOf(Date.now()) }
  for (const [path, fields] of [
    ['/api/trust/receipts', period],
    ['/api/user/statement', { ...period, format: 'csv' }],
    ['/api/user/export', {}],
  ] as const) {
    const { data } = (await house.ask(path, fields, { token })) as { data: { url: string } }
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const response = await fetch(`${house.url}${data.url}`)
        await response.text()
        return response.status
      }),
    )
    expect(new Set(statuses), path).toEqual(new Set([200, 429]))
    // Thirty were counted, and of those at the same time two were read.
    expect(statuses.filter((status) => status === 200).length, path).toBeLessThan(31)
    const later = await fetch(`${house.url}${data.url}`)
    expect([later.status, Number(later.headers.get('retry-after')) > 0], path).toEqual([429, true])
  }
})

it('reports a receipt that is missing and one that does not continue its chain', async () => {
  await receiptsMade()
  const undone = new Error('nothing of it stays')
  // One snapshot, so that heads which are signed meanwhile do not hide the damage.
  const broken = async (damage: string): Promise<readonly string[]> => {
    const found: string[] = []
    await database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(damage).execute(tx)
        for (const { name, broken: look } of settlementInvariants)
          if ((await look(tx)).length > 0) found.push(name)
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
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
  const reports =
    'every liabilities report continues the one before, and the newest heads name one that is there'
  for (const damage of [
    'delete from trust_report where number = 1',
    "update trust_report set text = replace(text, 'total.USDT=', 'total.USDT=1') where number = 2",
    "update trust_report set hash = sha256('x') where number = 1",
    // A head of a later minute names the newest report already.
    "update trust_head set text = regexp_replace(text, '\\nreports=[^\\n]*', '') || e'\\nreports=3:' || repeat('ab', 32)",
  ])
    expect(await broken(damage), damage).toEqual([reports])
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
  expect(Object.keys(long?.longWaits ?? {})).toContain('none')
  expect(long?.overdue).not.toBeNull()
})

/** Results of customers by the entries of their closed orders, which the statistic does not read. */
const resultsByLedger = async (fromMs: number) => {
  const { rows } = await sql<{ kind: string; customers: number; lost: number }>`
    with results as (
      select 'contracts' as kind, a.owner_id as uid, sum(e.amount) as result
      from contracts_order o
      join ledger_transaction t on t.cause_id = o.id and t.cause_kind in ('contractOpened', 'contractClosed')
      join ledger_entry e on e.transaction_id = t.id
      join ledger_account a on a.id = e.account_id and a.owner = 'customer' and a.owner_id > 9999
      where o.state = 'closed' and t.at_ms >= ${fromMs} group by 2
      union all
      select 'options', a.owner_id, sum(e.amount)
      from options_order o
      join ledger_transaction t on t.cause_id = o.id and t.cause_kind in ('optionPlaced', 'optionSettled')
      join ledger_entry e on e.transaction_id = t.id
      join ledger_account a on a.id = e.account_id and a.owner = 'customer'
      where o.state = 'settled' and t.at_ms >= ${fromMs} group by 2
    )
    select kind, count(*) as customers, count(*) filter (where result < 0) as lost from results group by 1
    union all
    select 'all', count(*), count(*) filter (where result < 0)
    from (select uid, sum(result) as result from results group by uid) whole`.execute(database.db)
  return Object.fromEntries(rows.map(({ kind, customers, lost }) => [kind, { customers, lost }]))
}
const sumBySql = async (query: ReturnType<typeof sql<{ n: bigint | null }>>): Promise<string> =>
  formatUsdt(((await query.execute(database.db)).rows[0]?.n ?? 0n) as Usdt)

it('shows reserves, debt and results of the house account as in the ledger', async () => {
  type Stats = DataOf<'/api/trust/houseStats'>
  const stats = async () => (await house.ask('/api/trust/houseStats')).data as Stats
  const { year, ...now } = await stats()
  expect(now).toMatchObject({ owed: '0', newrisk: true })
  const { copying, ...traded } = year.lossRate
  const counted = Object.entries(traded).map(([kind, { customers, lost }]) => [kind, { customers, lost }])
  const ledger = await resultsByLedger(year.from)
  expect(Object.fromEntries(counted)).toEqual(ledger)
  expect(ledger.contracts?.customers).toBeGreaterThan(0)
  expect(copying).toEqual({ customers: 0, lost: 0, share: null })

  // What the house account earned is what customers and pools lost: the same sums from the other side of each entry.
  const paid = (types: string) =>
    sumBySql(sql`
      select -sum(e.amount) as n from ledger_entry e join ledger_account a on a.id = e.account_id
      where a.owner = 'customer' and e.type = any(${`{${types}}`}::int[])`)
  expect(year.fees.contracts).toBe(await paid('32'))
  expect(year.fees.withdrawals).toBe(await paid('4'))
  expect(year.counterparty).toEqual({ contracts: await paid('31,33'), options: await paid('40,41,42') })
  expect(year.fees.contracts).not.toBe('0')
  expect(year.counterparty.contracts).not.toBe('0')
  const { rows: first } = await sql<{ at_ms: number }>`
    select at_ms from ledger_transaction order by at_ms limit 1`.execute(database.db)
  expect(year.since).toBe(first[0]?.at_ms)
  expect(year.whole).toBe((year.since ?? Number.POSITIVE_INFINITY) <= year.from)

  // Every reserve with its balance; an interest reserve stays above what its product promised.
  const { rows: reserves } = await sql<{ purpose: string; balance: bigint }>`
    select replace(purpose, 'contractFees', 'fees') as purpose, sum(balance) as balance from ledger_account
    where owner = 'house' and asset = 'USDT' and purpose <> 'rounding' group by 1 order by min(id)`.execute(
    database.db,
  )
  expect(now.reserves.map(({ reserve, balance }) => [reserve, balance])).toEqual(
    reserves.map(({ purpose, balance }) => [purpose, formatUsdt(balance as Usdt)]),
  )
  const floors = new Map(now.reserves.map(({ reserve, floor }) => [reserve, floor]))
  expect(floors.get('interest:1')).toBe(
    await sumBySql(sql`select promised as n from invest_product where id = 1`),
  )
  expect(floors.get('fees')).toBe('0')

  // The insurance fund pays 2 of a loss and 1.65 are owed; twelve customers trade options, seven of them lose.
  const pay = (from: Account, to: Account, amount: string, id: number) =>
    transact(database.db, (tx) =>
      postSingle(tx, Date.now(), {
        cause: { kind: 'test', id },
        transfers: [{ from, to, amount: usdt(amount), type: journal.contractProfit }],
      }),
    )
  const { uid } = ((await proofOf(demo)) as { data: LiabilityProof }).data
  await pay(accounts.house('insurance'), accounts.customer(uid, 'contract'), '2', 1)
  await pay(accounts.external('houseDebt'), accounts.customer(uid, 'contract'), '1.65', 2)
  const atMs = Date.now() - dayMs
  await database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into options_order (uid, pid, option_type, stake, percent, win, seen_price, entry_price, placed_ms, expires_ms,
        state, outcome, exit_price, payout, settled_ms, entry_n)
      select 20000 + k, 1, 'call', 300, 50, 150, 1, 1, ${atMs}, ${atMs + 1}, 'settled', case when k <= 7 then 'loss' else 'win' end,
        1, case when k <= 7 then 0 else 450 end, ${atMs + 1}, 1
      from generate_series(1, 12) k`.execute(tx)
  })
  const readLater = createHouseStats({
    clock: createClock(() => Date.now()),
    database,
    tradingFloorOf: async () => usdt('7'),
  })
  const later = houseStatisticsToWire(await readLater())
  expect(later).toMatchObject({ owed: '1.65', newrisk: false })
  expect(later.reserves.find(({ reserve }) => reserve === 'trading')?.floor).toBe('7')
  const before = year.lossRate.options
  const [customers, lost] = [before.customers + 12, before.lost + 7]
  expect(later.year.lossRate.options).toMatchObject({ customers, lost })
  expect(later.year.lossRate.options.share).toBe(
    formatDecimal(BigInt(Math.floor((lost * 10_000) / customers)), 4),
  )
  expect(later.year.insurance.draws).toBe(year.insurance.draws + 1)
  expect(usdt(later.year.insurance.amount) - usdt(year.insurance.amount)).toBe(usdt('2'))
  expect(usdt(year.counterparty.contracts) - usdt(later.year.counterparty.contracts)).toBe(usdt('3.65'))
})

it('publishes figures that equal the queries of docs/statistics.md', async () => {
  await plantCases(database.db, Date.now())
  await transact(database.db, (tx) =>
    postSingle(tx, Date.now(), {
      cause: { kind: 'test', id: 3 },
      transfers: [journal.contractFee, journal.liquidation].map((type) => ({
        ...{ from: accounts.house('insurance'), to: accounts.house('fees'), amount: usdt('0.5'), type },
      })),
    }),
  )
  // Parts of the house account count with their reserves; what moves between them is no draw.
  const type = journal.houseLevelled
  const parts = accounts.partedReserves.map((reserve) => ({
    ...{
      from: accounts.house(reserve),
      to: accounts.housePartAccount(reserve, 3),
      amount: usdt('0.25'),
      type,
    },
  }))
  const back = parts.map(({ from, to }) => ({ from: to, to: from, amount: usdt('0.125'), type }))
  const [fees, draw] = [
    accounts.housePartAccount('contractFees', 3),
    accounts.housePartAccount('insurance', 3),
  ]
  await transact(database.db, (tx) =>
    postSingle(tx, Date.now(), {
      cause: { kind: 'test', id: 4 },
      transfers: [
        ...parts,
        ...back,
        { from: draw, to: fees, amount: usdt('0.0625'), type: journal.liquidation },
      ],
    }),
  )
  const clock = createClock(() => Date.now(), 3 * dayMs)
  const [, withdrawals] = await createWithdrawStats({ clock, database })()
  const stats = await createHouseStats({ clock, database, tradingFloorOf: async () => usdt('7') })()
  if (withdrawals === undefined) throw new Error('two spans')
  const { published, queried } = await compareStatistics(
    database.db,
    withdrawalStatisticsToWire(withdrawals),
    houseStatisticsToWire(stats),
    clock.now() - 365 * dayMs,
  )
  expect(published).toEqual(queried)
  expect(published).toMatchObject({
    rejected: { sanctions: '1', bad_address: '1' },
    'year.insurance.draws': '3',
  })
  expect(published.oldestMinutes).toBe(String(203 * 1440))
})
