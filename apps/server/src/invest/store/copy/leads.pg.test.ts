import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { moveFunds } from '../../../wallets/index.ts'
import { stopLeading } from '../../service/copy/stop.ts'
import {
  findActiveLead,
  findNewestApplication,
  findNewestLeadDay,
  findWaitingApplication,
  hasOpenLead,
  insertApplication,
  insertLead,
  insertLeadDay,
  isIdentityLeading,
  listActiveLeads,
  listApplicationsOf,
  listLeadDays,
  listLeadsOf,
  listRecordedUids,
  lockIdentity,
  sumLeadDays,
  updateApplicationDecided,
  updateLead,
} from './leads.ts'

let stage: CopyStage
beforeAll(async () => {
  stage = await copyFixture()
  stage.markets.set('BTCUSDT', '63999.99', '64000')
})
afterAll(() => stage.drop())

const day = (uid: number, number: number, equity: string, moved: readonly [string, string] = ['0', '0']) =>
  insertLeadDay(stage.database.db, {
    ...{ uid, day: 20270100 + number, at_ms: number, equity: usdt(equity) },
    ...{ deposited: usdt(moved[0]), withdrawn: usdt(moved[1]) },
  })

describe('wallets whose record has a day', () => {
  const all = async (limit: number) => {
    const uids: number[] = []
    for (let afterUid = 0; ; ) {
      const page = await listRecordedUids(stage.database.db, { afterUid, limit })
      expect(page.length).toBeLessThanOrEqual(limit)
      uids.push(...page)
      const last = page.at(-1)
      if (last === undefined) return uids
      afterUid = last
    }
  }

  it('hold something, or did at their newest day, or are those of a lead; each once, in pages of any size', async () => {
    const [rich, more, most, never] = await Promise.all(
      Array.from({ length: 4 }, async () => (await stage.newcomer()).uid),
    )
    const lead = await stage.lead('1000')
    const other = await stage.lead('1000')
    await stage.give(rich ?? 0, 'contract2', 1n)
    for (const uid of [more, most]) await stage.give(uid ?? 0, 'contract2', usdt('5'))
    const found = await all(1)
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(new Set(found).size).toBe(found.length)
    for (const uid of [rich, more, most, lead, other]) expect(found).toContain(uid)
    expect(found).not.toContain(never)
    for (const limit of [2, 3, 7, 500]) expect(await all(limit), `pages of ${limit}`).toEqual(found)
  })

  it('are no pools: their numbers are below those of customers', async () => {
    const product = await stage.copyProduct(await stage.lead('5000'))
    await stage.ask(await stage.saver('500'), product, '500')
    await stage.deal()
    const account = await stage.poolOf(product)
    await stage.give(account, 'contract2', 1n)
    expect(await all(500)).not.toContain(account)
  })

  it('drop out when the newest day shows that nothing is left', async () => {
    const { uid } = await stage.newcomer()
    await stage.give(uid, 'contract2', usdt('10'))
    expect(await all(500)).toContain(uid)
    const emptying = { from: 'contract2', to: 'wallet' } as const
    await transact(stage.database.db, (tx) =>
      moveFunds(tx, stage.clock.business(), uid, emptying, usdt('10')),
    )
    await day(uid, 1, '10')
    expect(await all(500)).toContain(uid)
    await day(uid, 2, '0')
    expect(await all(500)).not.toContain(uid)
  })
})

describe('days of a wallet', () => {
  it('are written once each: the first figure of a midnight stays', async () => {
    const { uid } = await stage.newcomer()
    await day(uid, 3, '30', ['5', '1'])
    await day(uid, 1, '10', ['10', '0'])
    await day(uid, 3, '999', ['999', '999'])
    const days = await listLeadDays(stage.database.db, uid)
    expect(days.map(({ day: label, equity }) => [label, equity])).toEqual([
      [20270101, usdt('10')],
      [20270103, usdt('30')],
    ])
    expect(await findNewestLeadDay(stage.database.db, uid)).toMatchObject({ day: 20270103 })
    expect(await sumLeadDays(stage.database.db, uid)).toEqual({
      ...{ newestMs: 3, deposited: usdt('15'), withdrawn: usdt('1') },
    })
  })

  it('of which there is none sum up to nothing', async () => {
    const { uid } = await stage.newcomer()
    expect(await sumLeadDays(stage.database.db, uid)).toEqual({ newestMs: 0, deposited: 0n, withdrawn: 0n })
    expect(await findNewestLeadDay(stage.database.db, uid)).toBeNull()
    expect(await listLeadDays(stage.database.db, uid)).toEqual([])
  })
})

describe('a person', () => {
  const admit = (uid: number, identity: string | null) =>
    transact(stage.database.db, (tx) =>
      insertLead(tx, { uid, since_ms: 1, identity, is_waived: false, equity: 0n, name: 'n' }),
    )

  it('leads under one account at a time, and may lead again after the end', async () => {
    const [one, two] = [(await stage.newcomer()).uid, (await stage.newcomer()).uid]
    const { id } = await admit(one, 'hash of one')
    expect(await isIdentityLeading(stage.database.db, 'hash of one')).toBe(true)
    expect(await isIdentityLeading(stage.database.db, 'hash of two')).toBe(false)
    await expect(admit(two, 'hash of one')).rejects.toMatchObject({ code: '23505' })
    await expect(admit(one, 'hash of two')).rejects.toMatchObject({ code: '23505' })
    await transact(stage.database.db, (tx) => updateLead(tx, id, { ended_ms: 2, end_reason: 'risk' }))
    expect(await isIdentityLeading(stage.database.db, 'hash of one')).toBe(false)
    const again = await admit(one, 'hash of one')
    expect((await listLeadsOf(stage.database.db, one)).map((lead) => lead.id)).toEqual([id, again.id])
    expect(await findActiveLead(stage.database.db, one)).toMatchObject({ id: again.id })
    expect((await listActiveLeads(stage.database.db)).map((lead) => lead.id)).not.toContain(id)
    // Sample leads of a practice platform have no identity, and there may be many.
    await admit(two, null)
    await admit((await stage.newcomer()).uid, null)
  })

  it('is judged by one decision at a time', async () => {
    const order: string[] = []
    const first = Promise.withResolvers<void>()
    const holding = Promise.withResolvers<void>()
    const one = transact(stage.database.db, async (tx) => {
      await lockIdentity(tx, 'locked')
      holding.resolve()
      await first.promise
      order.push('first')
    })
    await holding.promise
    const two = transact(stage.database.db, async (tx) => {
      await lockIdentity(tx, 'locked')
      order.push('second')
    })
    try {
      // Other test files have databases of their own on the same server.
      const waiting = async () => {
        const { rows } = await sql`
          select pid from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(
          stage.database.db,
        )
        expect(rows).toHaveLength(1)
      }
      await vi.waitFor(waiting, { timeout: 20_000 })
      // Another person, and one whose identity is not known, wait for nothing.
      await transact(stage.database.db, (tx) => lockIdentity(tx, 'another'))
      await transact(stage.database.db, (tx) => lockIdentity(tx, null))
      order.push('others')
    } finally {
      first.resolve()
    }
    await Promise.all([one, two])
    expect(order).toEqual(['others', 'first', 'second'])
  })
})

describe('a lead', () => {
  it('is open until the followers of the last pool are paid, whatever the end was', async () => {
    const lead = await stage.lead('10000')
    const isOpen = () => hasOpenLead(stage.database.db, lead)
    const [one, two] = [await stage.copyProduct(lead), await stage.copyProduct(lead)]
    await stage.ask(await stage.saver('500'), one, '500')
    await stage.ask(await stage.saver('500'), two, '500')
    await stage.deal()
    expect(await isOpen()).toBe(true)
    await stopLeading(stage, { uid: lead })
    expect(await isOpen()).toBe(true)
    await stage.deal()
    expect(await isOpen()).toBe(false)
    expect(await hasOpenLead(stage.database.db, (await stage.newcomer()).uid)).toBe(false)
  })
})

describe('applications of a customer', () => {
  const apply = (uid: number, createdMs: number) =>
    transact(stage.database.db, (tx) =>
      insertApplication(tx, {
        ...{ uid, text: 'I trade.', record_days: 30, closed_trades: 20, equity: usdt('1000') },
        ...{ risk_score: 3, record: '{}', created_ms: createdMs },
      }),
    )
  const decide = (id: number, state: 'approved' | 'rejected') =>
    transact(stage.database.db, (tx) =>
      updateApplicationDecided(tx, id, { state, remark: 'r', decidedMs: 9 }),
    )

  it('are one that waits at most, and the newest one whatever became of it', async () => {
    const { uid } = await stage.newcomer()
    expect(await findNewestApplication(stage.database.db, uid)).toBeNull()
    const first = await apply(uid, 1)
    await expect(apply(uid, 2)).rejects.toMatchObject({ code: '23505' })
    expect(await findWaitingApplication(stage.database.db, uid)).toMatchObject({ id: first })
    await decide(first, 'rejected')
    expect(await findWaitingApplication(stage.database.db, uid)).toBeNull()
    expect(await findNewestApplication(stage.database.db, uid)).toMatchObject({ id: first, remark: 'r' })
    // A business calendar that was moved back does not change which one is the newest.
    const second = await apply(uid, 0)
    await decide(second, 'approved')
    expect(await findNewestApplication(stage.database.db, uid)).toMatchObject({ id: second })
    expect((await listApplicationsOf(stage.database.db, uid)).map(({ id, state }) => [id, state])).toEqual([
      [first, 'rejected'],
      [second, 'approved'],
    ])
  })
})
