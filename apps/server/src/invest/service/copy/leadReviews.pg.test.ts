import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listNotices } from '../../../notifications/index.fixture.ts'
import type { ManagerIdentity } from '../../../platform/http/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { decideReview } from '../../../reviews/index.ts'
import { addStaffMember } from '../../../staff/index.ts'
import { findActiveLead } from '../../store/copy/leads.ts'
import { leadReviews } from './leadReviews.ts'
import { applyAsLead, type LeadDeps } from './leads.ts'
import { stopLeading } from './stop.ts'

let stage: CopyStage
let second: ManagerIdentity
/** The person behind each account whose identity was approved. */
const people = new Map<number, string>()
let deps: LeadDeps
beforeAll(async () => {
  stage = await copyFixture()
  deps = {
    ...stage,
    pools: {
      ...stage.pools,
      // As if every wallet had closed nineteen positions before.
      countLeadPositions: async (db, uid, atMost) =>
        19 + (await stage.pools.countLeadPositions(db, uid, atMost)),
    },
    isKycApproved: async (_, uid) => people.has(uid),
    findIdentity: async (_, uid) => people.get(uid) ?? null,
  }
  const person = { email: 'second@glasshouse.test', name: 'S', role: 'manager' } as const
  const id = await transact(stage.database.db, (tx) =>
    addStaffMember(tx, { ...person, passwordHash: 'x' }, 1),
  )
  second = { ...person, id: id ?? 0, sessionId: 0 }
})
afterAll(() => stage.drop())
beforeEach(() => stage.markets.set('BTCUSDT', '63999.99', '64000'))

const newestMidnight = () => startOfNextDay(stage.clock.business()) - dayMs
let born = 0
/** A customer who meets every threshold: thirty calm days of 2000 and one closed position. */
const experienced = async (identity?: string): Promise<number> => {
  const { uid } = await stage.newcomer()
  born += 1
  people.set(uid, identity ?? `person ${born}`)
  await stage.give(uid, 'contract2', usdt('2000'))
  await sql`insert into invest_lead_day (uid, day, at_ms, equity, deposited, withdrawn)
    select ${uid}, 20260000 + n, ${newestMidnight()} - (30 - n) * ${dayMs}::bigint, ${usdt('2000')},
      case n when 1 then ${usdt('2000')}::numeric else 0 end, 0 from generate_series(1, 30) n`.execute(
    stage.database.db,
  )
  await stage.close(uid, await stage.open(uid, 1, 1))
  return uid
}
const apply = async (uid: number, text = 'I trade.') => (await applyAsLead(deps, { uid }, { text })).id
const origin = { ip: '127.0.0.1', userAgent: 'test' }
const decide = (
  id: number,
  decision: 'approve' | 'reject',
  by: { readonly staff?: ManagerIdentity; readonly remark?: string } = {},
) =>
  decideReview({ ...stage, kinds: [leadReviews(deps)] }, by.staff ?? stage.manager, origin, {
    ...{ kind: 'lead', id, decision, remark: by.remark ?? (decision === 'reject' ? 'Not now.' : '') },
  })
const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
const leadsOf = async (uid: number) =>
  (
    await sql<{
      ended_ms: number | null
      is_waived: boolean
      equity: bigint
      identity: string
      name: string
    }>`
      select ended_ms, is_waived, equity, identity, name from invest_lead where uid = ${uid} order by id`.execute(
      stage.database.db,
    )
  ).rows
const noticesOf = async (uid: number) => {
  const page = { offset: 0, limit: 50, direction: 'asc', onlyUnread: false, tab: null } as const
  return (await listNotices(stage.database.db, uid, page, 'en')).rows.map(({ kind, content }) => ({
    kind,
    content,
  }))
}

describe('an application', () => {
  it('keeps what decided about it when it was made, whatever becomes of the wallet until the decision', async () => {
    const uid = await experienced()
    const id = await apply(uid, '  My method.  ')
    const kind = leadReviews(deps)
    const shown = async () => (await kind.show(stage.database.db, [id])).get(id)
    const before = await shown()
    expect(before).toMatchObject({
      ...{ uid, state: 'pending', needed: 1, amount: null, remark: null, decidedMs: null },
      summary: 'Application to be copied: 30 days, 20 trades',
    })
    const fields = Object.fromEntries((before?.fields ?? []).map(({ name, value }) => [name, value]))
    expect(fields).toMatchObject({
      ...{ recorddays: '30', closedtrades: '20', riskscore: '1', text: 'My method.', won: '0' },
      ...{ returns30: '0 %', returnsall: '0 %', maxdrawdown: '0 %', volatility: '0 %', leverage: '5×' },
    })
    // One lot was opened and closed at the spread, with both fees.
    expect(usdt(fields.equity ?? '')).toBeLessThan(usdt('2000'))
    await stage.give(uid, 'contract2', usdt('7777'))
    await stage.close(uid, await stage.open(uid, 2, 3))
    expect(await shown()).toEqual(before)
    expect(await kind.secretsOf(stage.database.db, id, stage.manager)).toEqual([])
  })

  it('is in the queue of its state alone, due after three days', async () => {
    const [waiting, rejected] = [await apply(await experienced()), await apply(await experienced())]
    await decide(rejected, 'reject')
    const queue = async (state: 'pending' | 'rejected' | 'approved') =>
      (await leadReviews(deps).items(state).execute(stage.database.db)).rows.map(
        ({ id, created_ms, deadline_ms }) => ({ id, days: ((deadline_ms ?? 0) - created_ms) / dayMs }),
      )
    expect(await queue('pending')).toContainEqual({ id: waiting, days: 3 })
    expect((await queue('pending')).map(({ id }) => id)).not.toContain(rejected)
    expect(await queue('rejected')).toContainEqual({ id: rejected, days: 3 })
    expect((await queue('approved')).map(({ id }) => id)).not.toContain(rejected)
  })

  it('of which nothing is known yet has dashes, and one of before the record was kept has fewer figures', async () => {
    const { uid } = await stage.newcomer()
    const withoutReturns = {
      ...{ returns: { d7: null, d30: null, d90: null, all: '1.5' }, maxdrawdown: '0', volatility: null },
      ...{ closed: 0, won: 0, holding: null, leverage: null, fees: '0' },
    }
    const { rows } = await sql<{ id: number }>`
      insert into invest_lead_application (uid, text, record_days, closed_trades, equity, risk_score, created_ms, record)
      values (${uid}, 'x', 0, 0, 0, null, 1, '{}'),
        (${(await stage.newcomer()).uid}, 'x', 3, 0, 0, null, 1,
          ${JSON.stringify(withoutReturns)}::jsonb)
      returning id`.execute(stage.database.db)
    const ids = rows.map(({ id }) => id)
    const shown = await leadReviews(deps).show(stage.database.db, ids)
    const names = (id: number | undefined) => shown.get(id ?? 0)?.fields.map(({ name }) => name)
    expect(names(ids[0])).toEqual(['recorddays', 'closedtrades', 'equity', 'riskscore', 'text'])
    expect(names(ids[1])).toHaveLength(12)
    const values = Object.fromEntries(
      (shown.get(ids[1] ?? 0)?.fields ?? []).map((one) => [one.name, one.value]),
    )
    expect(values).toMatchObject({
      ...{ riskscore: '—', returns30: '—', returnsall: '1.5 %', volatility: '—', leverage: '—', won: '0' },
    })
    expect((await leadReviews(deps).show(stage.database.db, [999_999])).size).toBe(0)
  })

  it('with an empty text or a second one while the first waits is refused', async () => {
    const uid = await experienced()
    expect(await refused(applyAsLead(deps, { uid }, { text: ' \n ' }))).toEqual({
      code: 'invalidField',
      field: 'text',
    })
    const both = await Promise.allSettled(Array.from({ length: 6 }, () => apply(uid)))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of both)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ data: { reason: 'inReview' } })
  })
})

describe('a decision', () => {
  it('to reject tells the remark, changes nothing else, and the customer may apply again', async () => {
    const uid = await experienced()
    const id = await apply(uid)
    expect(await refused(decide(id, 'reject', { remark: ' ' }))).toEqual({
      code: 'invalidField',
      field: 'remark',
    })
    const row = await decide(id, 'reject', { remark: 'Too little of a record.' })
    expect(row).toMatchObject({ state: 'rejected', remark: 'Too little of a record.' })
    expect(await leadsOf(uid)).toEqual([])
    expect(await noticesOf(uid)).toEqual([
      { kind: 'leadRejected', content: expect.stringContaining('Too little of a record.') },
    ])
    const again = await apply(uid, 'Once more.')
    expect(again).not.toBe(id)
    await decide(again, 'approve')
    expect(await leadsOf(uid)).toHaveLength(1)
    expect((await noticesOf(uid)).map(({ kind }) => kind)).toEqual(['leadRejected', 'leadApproved'])
  })

  it('to approve admits by the facts of now: the identity, the equity and the name are those of the moment', async () => {
    const uid = await experienced('a person')
    const id = await apply(uid)
    await stage.give(uid, 'contract2', usdt('500'))
    await sql`update identity_customer set username = 'NewName' where uid = ${uid}`.execute(stage.database.db)
    await decide(id, 'approve')
    const [lead] = await leadsOf(uid)
    expect(lead).toMatchObject({ ended_ms: null, is_waived: false, identity: 'a person', name: 'newname' })
    expect(lead?.equity).toBeGreaterThan(usdt('2400'))
    const active = await findActiveLead(stage.database.db, uid)
    expect(active).toMatchObject({ uid, since_ms: stage.clock.business() })
  })

  it.each<[reason: string, lose: (uid: number) => Promise<unknown>]>([
    ['kyc', async (uid) => people.delete(uid)],
    ['equity', async () => stage.markets.silence('BTCUSDT')],
    [
      'riskScore',
      (uid) =>
        sql`insert into invest_lead_day (uid, day, at_ms, equity, deposited, withdrawn)
          values (${uid}, 20260031, ${newestMidnight() + dayMs}, ${usdt('400')}, 0, 0)`.execute(
          stage.database.db,
        ),
    ],
    [
      'staff',
      async (uid) => {
        const email = `lead${uid}@glasshouse.test`
        await sql`update identity_customer set email = ${email} where uid = ${uid}`.execute(stage.database.db)
        await transact(stage.database.db, (tx) =>
          addStaffMember(tx, { email, name: 'L', role: 'service', passwordHash: 'x' }, 1),
        )
      },
    ],
  ])(
    'to approve is refused with %s where the applicant no longer meets it, and the application waits on',
    async (reason, lose) => {
      const uid = await experienced()
      const id = await apply(uid)
      // The market is silent only for who holds something in it.
      if (reason === 'equity') await stage.open(uid, 1, 1)
      await lose(uid)
      expect(await refused(decide(id, 'approve'))).toMatchObject({ reason })
      expect(await leadsOf(uid)).toEqual([])
      const { rows } =
        await sql`select state, decided_ms from invest_lead_application where id = ${id}`.execute(
          stage.database.db,
        )
      expect(rows).toEqual([{ state: 'pending', decided_ms: null }])
      expect(await noticesOf(uid)).toEqual([])
      // It can still be rejected.
      expect(await decide(id, 'reject')).toMatchObject({ state: 'rejected' })
    },
  )

  it('by many at once is one: approvals and rejections of two managers', async () => {
    const uid = await experienced()
    const id = await apply(uid)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) =>
        decide(id, at % 3 === 0 ? 'reject' : 'approve', { staff: at % 2 === 0 ? stage.manager : second }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ data: { reason: 'decided' } })
    const { rows } = await sql<{ state: string }>`
      select state from invest_lead_application where id = ${id}`.execute(stage.database.db)
    expect(await leadsOf(uid)).toHaveLength(rows[0]?.state === 'approved' ? 1 : 0)
    expect(await noticesOf(uid)).toHaveLength(1)
  })

  it('about two accounts of one person at once admits one of them, the other one is refused as leading', async () => {
    for (let round = 0; round < 3; round += 1) {
      const identity = `twin ${round}`
      const uids = [await experienced(identity), await experienced(identity)]
      const ids = await Promise.all(uids.map((uid) => apply(uid)))
      const outcomes = await Promise.allSettled([
        decide(ids[0] ?? 0, 'approve'),
        decide(ids[1] ?? 0, 'approve', { staff: second }),
      ])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const one of outcomes)
        if (one.status === 'rejected')
          expect(one.reason).toMatchObject({ code: 'invalidState', data: { reason: 'leading' } })
      const admitted = (await Promise.all(uids.map(leadsOf))).flat()
      expect(admitted).toHaveLength(1)
    }
  })

  it('about a lead who ended admits the person again, under whichever account', async () => {
    const [first, other] = [await experienced('returner'), await experienced('returner')]
    await decide(await apply(first), 'approve')
    expect(await refused(applyAsLead(deps, { uid: other }, { text: 'x' }))).toMatchObject({
      reason: 'leading',
    })
    await stopLeading(stage, { uid: first })
    await decide(await apply(other), 'approve')
    expect((await leadsOf(other)).map(({ ended_ms }) => ended_ms)).toEqual([null])
    expect(await refused(applyAsLead(deps, { uid: first }, { text: 'x' }))).toMatchObject({
      reason: 'leading',
    })
    expect(await stage.broken()).toEqual({})
  })
})
