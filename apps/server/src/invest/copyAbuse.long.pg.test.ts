import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { leadRecordToWire } from '@glasshouse/core/invest/copy/leads/codec'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { transact } from '../platform/transactions/index.ts'
import { moveFunds } from '../wallets/index.ts'
import { applyAsLead, getLeadDetail, type LeadDeps } from './service/copy/leads.ts'
import { listOwnPoolOrders } from './service/copy/poolOrders.ts'
import { writeRecords } from './service/copy/records.ts'
import { stopLeading } from './service/copy/stop.ts'
import { findActiveLead } from './store/copy/leads.ts'

let stage: CopyStage
let deps: LeadDeps
beforeAll(async () => {
  stage = await copyFixture()
  deps = { ...stage, isKycApproved: async () => true, findIdentity: async () => null }
})
afterAll(() => stage.drop())
beforeEach(() => stage.markets.set('BTCUSDT', '65849.99', '65850'))

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}

it('trading against oneself through a second account only loses fees, and the record shows it', async () => {
  const lead = await stage.lead('5000')
  const second = await stage.newcomer()
  await stage.give(second.uid, 'contract2', usdt('5000'))
  const midnight = async () => {
    stage.clock.advance(dayMs)
    const atMs = startOfNextDay(stage.clock.business()) - dayMs
    await writeRecords(stage, { atMs, day: '', isLast: true })
  }
  await midnight()
  for (let round = 0; round < 3; round += 1) {
    const [own, against] = [await stage.open(lead, 1, 50), await stage.open(second.uid, 2, 50)]
    await stage.close(lead, own)
    await stage.close(second.uid, against)
  }
  await midnight()
  const id = (await findActiveLead(stage.database.db, lead))?.id ?? 0
  const { index, closed, won, returns, fees } = leadRecordToWire(await getLeadDetail(deps, id, null))
  expect({ closed, won }).toEqual({ closed: 3, won: 0 })
  expect(Number(index.at(-1)?.[1])).toBeLessThan(1)
  expect(Number(returns.all)).toBeLessThan(0)
  expect(Number(fees)).toBeGreaterThan(9)
  const [mine, theirs] = await Promise.all([lead, second.uid].map((uid) => stage.account(uid, 'contract2')))
  expect((mine ?? 0n) + (theirs ?? 0n)).toBeLessThan(usdt('10000') - usdt('18'))
})

it('a lead who takes the own money out sells no more places, and nothing new is copied', async () => {
  const lead = await stage.lead('1100')
  const product = await stage.copyProduct(lead)
  const uid = await stage.saver('30000')
  expect(await refused(stage.ask(uid, product, '22100'))).toEqual({
    ...{ code: 'insufficientReserve', max: '22000' },
  })
  const order = await stage.ask(uid, product, '2000')
  await stage.deal()
  await transact(stage.database.db, (tx) =>
    moveFunds(tx, stage.clock.business(), lead, { from: 'contract2', to: 'wallet' }, usdt('1000')),
  )
  expect(await refused(stage.ask(uid, product, '100'))).toMatchObject({
    code: 'insufficientReserve',
    max: '0',
  })
  await stage.open(lead, 1, 2)
  const page = { id: order, offset: 0, limit: 50, direction: 'asc' } as const
  const { rows } = await listOwnPoolOrders(stage, { uid }, page)
  expect(rows.map(({ skipped }) => skipped)).toEqual(['leadBelowMinimum'])
  expect(await stage.broken()).toEqual({})
})

/** How a hundred attempts at once of two customers ended: how many succeeded of each, and the refusals. */
const hundred = async (
  uids: readonly [number, number],
  attempt: (by: { readonly uid: number }) => Promise<unknown>,
) => {
  const by = Array.from({ length: 100 }, (_, at) => ({ uid: uids[at % 2] ?? 0 }))
  const results = await Promise.allSettled(by.map(attempt))
  const counts: Record<string, number> = {}
  for (const [at, result] of results.entries()) {
    const outcome =
      result.status === 'fulfilled'
        ? `done by ${by[at]?.uid}`
        : String((result.reason as { data?: { reason?: string } }).data?.reason ?? result.reason)
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}

it('of a hundred applications of two customers each has one, and of a hundred ends each lead has one', async () => {
  const db = stage.database.db
  await sql`insert into content_setting (key, value, changed_ms)
    values ('lead_min_trades', '5', 1), ('lead_min_days', '7', 1)`.execute(db)
  const people = [(await stage.newcomer()).uid, (await stage.newcomer()).uid] as const
  for (const uid of people) {
    await stage.give(uid, 'contract2', usdt('2000'))
    for (let day = 10; day > 0; day -= 1)
      await sql`insert into invest_lead_day (uid, day, at_ms, equity, deposited, withdrawn)
        values (${uid}, ${20_260_000 - day}, ${startOfNextDay(stage.clock.business()) - (day + 1) * dayMs},
          ${usdt('2000')}, ${day === 10 ? usdt('2000') : 0n}, 0)`.execute(db)
    for (let trade = 0; trade < 5; trade += 1) await stage.close(uid, await stage.open(uid, 1, 1))
  }
  const applied = await hundred(people, (by) => applyAsLead(deps, by, { text: 'I trade.' }))
  expect(applied).toEqual({ [`done by ${people[0]}`]: 1, [`done by ${people[1]}`]: 1, inReview: 98 })
  const leads = [await stage.lead('5000'), await stage.lead('5000')] as const
  const product = await stage.copyProduct(leads[0])
  const order = await stage.ask(await stage.saver('1000'), product, '1000')
  await stage.deal()
  const ended = await hundred(leads, (by) => stopLeading(stage, by))
  expect(ended[`done by ${leads[0]}`]).toBe(1)
  expect(ended[`done by ${leads[1]}`]).toBe(1)
  expect((ended.ended ?? 0) + (ended.notLeading ?? 0)).toBe(98)
  await stage.deal()
  const { rows } = await sql`select state from invest_order where id = ${order}`.execute(db)
  expect(rows).toEqual([{ state: 'stopped' }])
  expect(await stage.broken()).toEqual({})
})
