import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../platform/index.ts'
import { dealCopyProducts } from './dealing.ts'
import { leadReviews } from './leadReviews.ts'
import { applyAsLead, getLeadDetail, type LeadDeps, listLeads } from './leads.ts'
import { writeRecords } from './records.ts'

const dayMs = 86_400_000
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
const reasonOf = async (uid: number) => {
  const { data } = await expectDomainError(applyAsLead(deps, { uid }, { text: 'I trade.' }))
  return data.reason
}

it('an application without an approved identity, then one without the days of record, is refused', async () => {
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const { uid } = await stage.newcomer()
  await stage.give(uid, 'contract2', usdt('2000'))
  expect(await reasonOf(uid)).toBe('kyc')
  approved.add(uid)
  expect(await reasonOf(uid)).toBe('days')
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
  const page = { pageNum: 1, pageSize: 10, orderByColumn: 'days', isAsc: 'desc' } as const
  const { rows, total } = await listLeads(deps, page)
  expect(total).toBe(1)
  expect(rows[0]).toMatchObject({
    ...{ days: 3, closed: 1, won: 1, waived: 1, note: 'tooShort', ended: null, riskscore: null },
    products: [{ id: product, name: 'Stage copy' }],
  })
  const detail = await getLeadDetail(deps, rows[0]?.id ?? 0)
  expect(detail.index).toHaveLength(3)
  expect(detail.index[0]?.[1]).toBe('1')
  // 10 lots of 0.001 gain 10 and cost 0.32925 to open: 1009.67075 of 1000.
  expect(detail.index[1]?.[1]).toBe('1.00967075')
  expect(Number(detail.index[2]?.[1])).toBeGreaterThan(1.009)
  expect(Number(detail.index[2]?.[1])).toBeLessThan(1.01)
  expect((await expectDomainError(getLeadDetail(deps, 999))).code).toBe('notFound')
  expect(await stage.broken()).toEqual({})
})

it('the queue shows applications and rejects one with a remark', async () => {
  const { uid } = await stage.newcomer()
  const { rows } = await sql<{ id: number }>`
    insert into invest_lead_application (uid, text, record_days, closed_trades, equity, risk_score, created_ms)
    values (${uid}, 'I trade.', 40, 30, 100000000000, 4, 1) returning id`.execute(stage.database.db)
  const id = rows[0]?.id ?? 0
  const kind = leadReviews(deps)
  expect((await kind.show(stage.database.db, [id])).get(id)).toMatchObject({ uid, status: 0 })
  await transact(stage.database.db, async (tx) => {
    expect(await kind.lock(tx, id)).toMatchObject({ uid, status: 0, needed: 1 })
    const decided = { staff: stage.manager, remark: 'Too few days.', reason: null, amount: null }
    await kind.decide(tx, id, { ...decided, decision: 'reject' })
  })
  const { rows: found } =
    await sql`select status, remark from invest_lead_application where id = ${id}`.execute(stage.database.db)
  expect(found).toEqual([{ status: 2, remark: 'Too few days.' }])
})
