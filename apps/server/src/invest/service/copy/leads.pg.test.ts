import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { BodyOf } from '@glasshouse/core/calls'
import { listLeadsFromWire } from '@glasshouse/core/invest/copy/codec'
import { leadRecordToWire, leadStatusToWire, leadToWire } from '@glasshouse/core/invest/copy/leads/codec'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listNotices } from '../../../notifications/index.fixture.ts'
import type { StaffIdentity } from '../../../platform/http/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { decideReview } from '../../../reviews/index.ts'
import { dealCopyProducts } from './dealing.ts'
import { leadReviews } from './leadReviews.ts'
import { getLeadStatus } from './leadStatus.ts'
import { applyAsLead, getLeadDetail, type LeadDeps, listLeads } from './leads.ts'
import { writeRecords } from './records.ts'
import { measureCapacities } from './stop.ts'

let stage: CopyStage
let deps: LeadDeps
const approved = new Set<number>()
beforeAll(async () => {
  stage = await copyFixture()
  deps = {
    ...stage,
    isKycApproved: async (_, uid) => approved.has(uid),
    findIdentity: async (_, uid) => (approved.has(uid) ? 'one person' : null),
  }
})
afterAll(() => stage.drop())

/** A lead as the wire shows it. */
const detailOf = async (...asked: Parameters<typeof getLeadDetail>) =>
  leadRecordToWire(await getLeadDetail(...asked))
const statusOf = async (...asked: Parameters<typeof getLeadStatus>) =>
  leadStatusToWire(await getLeadStatus(...asked))
const listOf = async (query: Parameters<typeof listLeads>[1]) => {
  const { rows, total } = await listLeads(deps, query)
  return { rows: rows.map(leadToWire), total }
}

const midnight = () => Math.floor((stage.clock.business() + 3_600_000) / dayMs) * dayMs - 3_600_000
/** Passes so many days, each with its own record. */
const passDays = async (days: number) => {
  for (let day = 0; day < days; day += 1) {
    stage.clock.advance(dayMs)
    const at = { atMs: midnight(), day: '', isLast: true }
    await dealCopyProducts(stage, at)
    await writeRecords(stage, at)
  }
}
const firstPage = { pageNum: 1, pageSize: 100, orderByColumn: 'days', isAsc: 'desc' } as const
const idOf = async (uid: number) =>
  (await sql<{ id: number }>`select id from invest_lead where uid = ${uid}`.execute(stage.database.db))
    .rows[0]?.id
const reasonOf = async (uid: number) => {
  const { data } = await expectDomainError(applyAsLead(deps, { uid }, { text: 'I trade.' }))
  return data.reason
}

it('an application without an approved identity, then one without the days of record, is refused', async () => {
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const { uid } = await stage.newcomer()
  await stage.give(uid, 'contract2', usdt('2000'))
  expect(await reasonOf(uid)).toBe('kyc')
  const status = () => statusOf(deps, { uid })
  expect(await status()).toEqual({
    ...{ lead: null, application: null },
    figures: { kyc: 0, days: 0, trades: 0, equity: '2000', riskscore: null },
    needed: { days: 30, trades: 20, equity: '1000', riskscore: 7 },
    missing: ['kyc', 'days', 'trades', 'riskScore'],
  })
  approved.add(uid)
  expect(await reasonOf(uid)).toBe('days')
  expect((await status()).missing).toEqual(['days', 'trades', 'riskScore'])
})

it('a record is computed each midnight from wallet, transfers and closed positions', async () => {
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const lead = await stage.lead('1000')
  const product = await stage.copyProduct(lead)
  await passDays(1)
  const position = await stage.open(lead, 1, 10)
  stage.markets.set('BTCUSDT', '66850', '66850.1')
  await passDays(1)
  await stage.close(lead, position)
  await stage.give(lead, 'contract2', usdt('500'))
  await passDays(1)
  const page = { pageNum: 1, pageSize: 10, orderByColumn: 'days', isAsc: 'desc', state: 'all' } as const
  const { rows, total } = await listOf(listLeadsFromWire(page))
  expect(total).toBe(1)
  expect(rows[0]).toMatchObject({
    ...{ days: 3, closed: 1, won: 1, waived: 1, note: 'tooShort', ended: null, riskscore: null },
    products: [{ id: product, name: 'Stage copy' }],
  })
  const detail = await detailOf(deps, rows[0]?.id ?? 0, null)
  expect(detail.index).toHaveLength(3)
  expect(detail.index[0]?.[1]).toBe('1')
  // 10 lots of 0.001 gain 10 and cost 0.32925 to open: 1009.67075 of 1000.
  expect(detail.index[1]?.[1]).toBe('1.00967075')
  expect(Number(detail.index[2]?.[1])).toBeGreaterThan(1.009)
  expect(Number(detail.index[2]?.[1])).toBeLessThan(1.01)
  expect((await expectDomainError(getLeadDetail(deps, 999, null))).code).toBe('notFound')
  const follower = await stage.saver('500')
  await stage.ask(follower, product, '500')
  await stage.deal()
  await passDays(1)
  const { result } = await detailOf(deps, detail.id, null)
  // The pool opened nothing yet: one order at 0 %.
  expect(result).toMatchObject({ orders: 1, putin: '500', profit: '0' })
  expect(result.histogram.map(({ from, orders }) => [from, orders])).toEqual([
    ...[
      [null, 0],
      ['-50', 0],
      ['-20', 0],
      ['-5', 0],
    ],
    ...[
      ['0', 1],
      ['5', 0],
      ['20', 0],
      ['50', 0],
    ],
  ])
  // A row of before the histogram has none until the next midnight.
  await sql`update invest_lead set record = record #- '{result,histogram}'`.execute(stage.database.db)
  expect((await detailOf(deps, detail.id, null)).result).toEqual({ ...result, histogram: [] })
  expect(await stage.broken()).toEqual({})
})

it('the queue shows applications and rejects one with a remark', async () => {
  const { uid } = await stage.newcomer()
  const { rows } = await sql<{ id: number }>`
    insert into invest_lead_application (uid, text, record_days, closed_trades, equity, risk_score, created_ms)
    values (${uid}, 'I trade.', 40, 30, 100000000000, 4, 1) returning id`.execute(stage.database.db)
  const id = rows[0]?.id ?? 0
  const kind = leadReviews(deps)
  expect((await kind.show(stage.database.db, [id])).get(id)).toMatchObject({ uid, state: 'pending' })
  await transact(stage.database.db, async (tx) => {
    expect(await kind.lock(tx, id)).toMatchObject({ uid, state: 'pending', needed: 1 })
    const decided = { staff: stage.manager, remark: 'Too few days.', reason: null, amount: null }
    await kind.decide(tx, id, { ...decided, decision: 'reject' })
  })
  const { rows: found } =
    await sql`select state, remark from invest_lead_application where id = ${id}`.execute(stage.database.db)
  expect(found).toEqual([{ state: 'rejected', remark: 'Too few days.' }])
})

/** A customer whose second contract wallet meets every threshold: 30 days of one equity and five closed positions. */
const experienced = async () => {
  const { uid } = await stage.newcomer()
  await stage.give(uid, 'contract2', usdt('2000'))
  for (let day = 30; day > 0; day -= 1)
    await sql`insert into invest_lead_day (uid, day, at_ms, equity, deposited, withdrawn)
      values (${uid}, ${Number(dayOf(midnight() - day * dayMs))}, ${midnight() - (day - 1) * dayMs}, ${usdt('2000')},
        ${day === 30 ? usdt('2000') : 0n}, 0)`.execute(stage.database.db)
  for (let trade = 0; trade < 5; trade += 1) await stage.close(uid, await stage.open(uid, 1, 1))
  return uid
}

it('a manager admits an applicant who meets every threshold, once, and none who no longer meets them', async () => {
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const people = new Map<number, string>()
  const reviewed: LeadDeps = {
    ...stage,
    isKycApproved: async (_, uid) => people.has(uid),
    findIdentity: async (_, uid) => people.get(uid) ?? null,
  }
  await sql`insert into content_setting (key, value, changed_ms) values ('lead_min_trades', '5', 1)`.execute(
    stage.database.db,
  )
  const [first, twin, poor] = (await Promise.all([experienced(), experienced(), experienced()])).toSorted(
    (a, b) => a - b,
  ) as [number, number, number]
  for (const [uid, person] of [
    [first, 'A'],
    [twin, 'A'],
    [poor, 'B'],
  ] as const)
    people.set(uid, person)
  const apply = async (uid: number) => (await applyAsLead(reviewed, { uid }, { text: 'I trade.' })).id
  const ids = [await apply(first), await apply(twin), await apply(poor)]
  expect(await statusOf(reviewed, { uid: first })).toMatchObject({
    application: { id: ids[0], status: 0 },
    figures: { kyc: 1, days: 30, trades: 5, riskscore: 1 },
    missing: ['inReview'],
  })
  const decide = (at: number, staff: StaffIdentity = stage.manager) =>
    decideReview(
      { ...stage, kinds: [leadReviews(reviewed)] },
      staff,
      { ip: '', userAgent: 'test' },
      { kind: 'lead', id: ids[at] ?? 0, decision: 'approve', remark: '' },
    )
  const refusal = async (attempt: Promise<unknown>) => {
    const { code, data } = await expectDomainError(attempt)
    return data.reason ?? code
  }
  expect(await refusal(decide(0, { ...stage.manager, role: 'service' }))).toBe('notAllowed')
  const { fields, approvals } = await decide(0)
  expect(approvals).toBe(1)
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['recorddays', 'equity', 'riskscore', 'maxdrawdown', 'won', 'fees']),
  )
  expect(fields.find(({ name }) => name === 'won')?.value).toBe('0')
  expect(await refusal(decide(0))).toBe('decided')
  expect(await refusal(decide(1))).toBe('leading')
  // Since the application the money has gone into a position of which the market is silent.
  await stage.give(poor, 'contract2', usdt('1'))
  await stage.open(poor, 1, 1)
  stage.markets.silence('BTCUSDT')
  expect(await refusal(decide(2))).toBe('equity')
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const status = await statusOf(reviewed, { uid: first })
  expect(status).toMatchObject({ application: { status: 1 }, missing: ['leading'] })
  // Before its first midnight a lead is shown with the equity of the admission.
  expect(status.lead).toMatchObject({ ended: null, waived: 0, equity: status.figures.equity })
  expect(await detailOf(reviewed, status.lead?.id ?? 0, poor)).toMatchObject({ referrer: 0 })
  await sql`update identity_customer set referrer_uid = ${twin} where uid = ${poor}`.execute(
    stage.database.db,
  )
  await sql`update identity_customer set referrer_uid = ${first} where uid = ${twin}`.execute(
    stage.database.db,
  )
  expect(await detailOf(reviewed, status.lead?.id ?? 0, poor)).toMatchObject({ referrer: 1 })
  expect(await detailOf(reviewed, status.lead?.id ?? 0, null)).toMatchObject({ referrer: null })
  expect(await stage.broken()).toEqual({})
})

it('a list of leads takes those whose figures are within each filter, and as open those who take new money', async () => {
  const record = (leverage: string) => ({ leverage })
  const known = { risk: 3, days: 100, fall: 40_000_000n, leverage: '4.5' }
  const insert = async (lead: Partial<typeof known> & { readonly ended?: number }) => {
    const { risk, days, fall, leverage } = { ...known, ...lead }
    const { uid } = await stage.newcomer()
    const { rows } = await sql<{ id: number }>`
      insert into invest_lead (uid, since_ms, is_waived, ended_ms, end_reason, risk_score, record_days, max_drawdown, record)
      values (${uid}, 1, false, ${lead.ended ?? null}, ${lead.ended === undefined ? null : 'stopped'}, ${risk}, ${days},
        ${fall}, ${JSON.stringify(record(leverage))}) returning id`.execute(stage.database.db)
    return rows[0]?.id ?? 0
  }
  const calm = await insert({})
  const risky = await insert({ risk: 8 })
  const fallen = await insert({ fall: 100_000_001n })
  const short = await insert({ days: 29 })
  const geared = await insert({ leverage: '5.01' })
  const ended = await insert({ ended: 2 })
  // A drawdown of 0 is none that is known before the first day of record.
  const fresh = await insert({ days: 0, fall: 0n })
  const all = [calm, risky, fallen, short, geared, ended, fresh]
  const list = async (filter: Partial<BodyOf<'/api/invest/leadList'>>) => {
    const { rows, total } = await listOf(listLeadsFromWire({ ...firstPage, state: 'all', ...filter }))
    expect(total).toBe(rows.length)
    return rows.map(({ id }) => id)
  }
  const without = (...ids: number[]) => all.filter((one) => !ids.includes(one))
  const found = async (filter: Parameters<typeof list>[0]) =>
    (await list(filter)).filter((id) => all.includes(id)).toSorted((a, b) => a - b)
  expect(await found({})).toEqual(all)
  expect(await found({ maxrisk: 7 })).toEqual(without(risky))
  expect(await found({ maxdrawdown: 10 })).toEqual(without(fallen, fresh))
  expect(await found({ mindays: 30 })).toEqual(without(short, fresh))
  expect(await found({ maxleverage: 5 })).toEqual(without(geared))
  expect(await found({ state: 'ended' })).toEqual([ended])
  expect(await found({ maxrisk: 7, maxdrawdown: 10, mindays: 30, maxleverage: 5 })).toEqual([calm, ended])
  // Of these leads none has a product.
  expect(await found({ state: 'open' })).toEqual([])
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const before = await list({ state: 'open' })
  await stage.copyProduct(await stage.lead('1000'))
  const open = (await list({ state: 'open' })).filter((id) => !before.includes(id))
  expect(open).toHaveLength(1)
  // A risk score of 8 admits no new money.
  const set = (text: string) => sql.raw(text).execute(stage.database.db)
  await set(`update invest_lead set is_waived = false, risk_score = 8 where id = ${open[0]}`)
  expect(await list({ state: 'open' })).toEqual(before)
  await set(`update invest_lead set risk_score = 7 where id = ${open[0]}`)
  expect(await list({ state: 'open' })).toEqual(expect.arrayContaining(open))
  // A full pool is not open: what a purchase takes is gone at once, what the market changes by the next look.
  await set(`update invest_pool set capacity = 0 where lead_id = ${open[0]}`)
  expect(await list({ state: 'open' })).toEqual(before)
  await measureCapacities(stage)
  expect(await list({ state: 'open' })).toEqual(expect.arrayContaining(open))
  await set(
    `update identity_customer set username = 'Ann_a%' where uid = (select uid from invest_lead where id = ${open[0]})`,
  )
  await passDays(1)
  expect(await list({ name: ' ANN_A%' })).toEqual(open)
  expect(await list({ name: 'ann%a' })).toEqual([])
  expect(await list({ name: 'nn_a' })).toEqual([])
})

it('a midnight reads only what a lead closed since the one before, also a close that became visible late', async () => {
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const uid = await stage.lead('5000')
  const read: number[] = []
  const counting = {
    ...stage,
    pools: {
      ...stage.pools,
      listLeadCloses: async (...asked: Parameters<typeof stage.pools.listLeadCloses>) => {
        const page = await stage.pools.listLeadCloses(...asked)
        if (asked[1] === uid) read.push(page.length)
        return page
      },
    },
  }
  const trade = async () => stage.close(uid, await stage.open(uid, 1, 10))
  const night = async () => {
    stage.clock.advance(dayMs)
    stage.clock.tick(3_600_000)
    await writeRecords(counting, { atMs: midnight(), day: '', isLast: true })
    const { rows } = await sql<{ closed: number; record: unknown }>`
      select (record ->> 'closed')::int as closed, record from invest_lead where uid = ${uid}`.execute(
      stage.database.db,
    )
    return [rows[0]?.closed, read.splice(0).reduce((sum, rows) => sum + rows, 0)]
  }
  for (let count = 0; count < 3; count += 1) await trade()
  expect(await night()).toEqual([3, 3])
  await trade()
  expect((await night())[0]).toBe(4)
  // Dated before the newest one that is counted, and committed after it was read.
  const late = await stage.open(uid, 1, 10)
  await stage.close(uid, late)
  await transact(stage.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      update contracts_order set closed_ms = (select until_ms - 1000 from invest_lead_trades where uid = ${uid})
      where id = ${late}`.execute(tx)
  })
  expect((await night())[0]).toBe(5)
  // Nothing is left but what closed in the last minutes before the newest close.
  expect(await night()).toEqual([5, 2])
  const stored = await detailOf(deps, (await idOf(uid)) ?? 0, null)
  await sql`delete from invest_lead_trades where uid = ${uid}`.execute(stage.database.db)
  expect((await night())[0]).toBe(5)
  const { closed, won, holding, leverage, fees } = await detailOf(deps, (await idOf(uid)) ?? 0, null)
  expect(stored).toMatchObject({ closed, won, holding, leverage, fees })
  const found = await listLeads(deps, listLeadsFromWire({ ...firstPage, state: 'all', market: 1 }))
  expect(found.rows.map(({ id }) => id)).toContain(await idOf(uid))
  expect((await listLeads(deps, listLeadsFromWire({ ...firstPage, state: 'all', market: 2 }))).rows).toEqual(
    [],
  )
})

it('followers are notified once that the risk score reached 8, which stops new copying, and that a period ends in four days', async () => {
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const lead = await stage.lead('1000')
  const product = await stage.copyProduct(lead, { freezedate: 5 })
  const uid = await stage.saver('500')
  await stage.ask(uid, product, '500')
  for (let day = 10; day > 0; day -= 1)
    await sql`insert into invest_lead_day (uid, day, at_ms, equity, deposited, withdrawn)
      values (${lead}, ${20_260_000 - day}, ${midnight() - (day - 1) * dayMs}, ${usdt(day % 2 === 0 ? '900' : '1000')},
        ${day === 10 ? usdt('1000') : 0n}, 0)`.execute(stage.database.db)
  const kinds = async () => {
    const page = { offset: 0, limit: 100, direction: 'asc', onlyUnread: false, tab: null } as const
    const { rows } = await listNotices(stage.database.db, uid, page, 'en')
    return rows.map(({ kind }) => kind)
  }
  await passDays(1)
  expect(await kinds()).toEqual(['copyEntered', 'copyRisk'])
  const late = await expectDomainError(stage.ask(await stage.saver('100'), product, '100'))
  expect([late.code, late.data]).toEqual(['notTradable', { reason: 'riskScore' }])
  await passDays(1)
  expect(await kinds()).toEqual(['copyEntered', 'copyRisk', 'copyPeriod'])
  await passDays(1)
  expect(await kinds()).toHaveLength(3)
})
