import { listLeadsFromWire } from '@glasshouse/core/invest/copy/codec'
import { leadToWire } from '@glasshouse/core/invest/copy/leads/codec'
import { saveProductFromWire } from '@glasshouse/core/invest/products/save/codec'
import { staffProductToWire } from '@glasshouse/core/invest/products/staff/codec'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listNotices } from '../notifications/index.fixture.ts'
import type { ManagerIdentity } from '../platform/http/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { addStaffMember } from '../staff/index.ts'
import { listLeads } from './service/copy/leads.ts'
import { endLeadByStaff } from './service/copy/stop.ts'
import { saveInvestProduct } from './service/products.ts'
import { findActiveLead } from './store/copy/leads.ts'

let stage: CopyStage
let second: ManagerIdentity
const origin = { ip: '', userAgent: 'test' }
beforeAll(async () => {
  stage = await copyFixture()
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const person = { email: 'second@glasshouse.test', name: 'S', role: 'manager' } as const
  const id = await transact(stage.database.db, (tx) =>
    addStaffMember(tx, { ...person, passwordHash: 'x' }, 1),
  )
  second = { ...person, id: id ?? 0, sessionId: 0 }
})
afterAll(() => stage.drop())

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}

it('a manager ends a lead once, for a reason the lead reads, and the ended lead stays listed', async () => {
  const lead = await stage.lead('5000')
  const product = await stage.copyProduct(lead, { exitlevy: '2' })
  const uid = await stage.saver('1000')
  const order = await stage.ask(uid, product, '1000')
  await stage.deal()
  const id = (await findActiveLead(stage.database.db, lead))?.id ?? 0
  const end = (remark: string) => endLeadByStaff(stage, stage.manager, origin, { id, reason: 'risk', remark })
  expect(() => end(' ')).toThrow(expect.objectContaining({ code: 'invalidField' }))
  await end('Risk score 9.')
  expect(await refused(end('Again.'))).toEqual({ code: 'invalidState', reason: 'ended' })
  const { rows: audit } = await sql<{ after: unknown }>`
    select after from staff_audit where action = 'leadEnd' and target = ${`lead ${id}`}`.execute(
    stage.database.db,
  )
  expect(audit).toEqual([{ after: { reason: 'risk', remark: 'Risk score 9.' } }])
  const page = { pageNum: 1, pageSize: 20, isAsc: 'desc' } as const
  const notices = await listNotices(
    stage.database.db,
    lead,
    { offset: 0, limit: 20, direction: 'desc', onlyUnread: false, tab: null },
    'en',
  )
  expect(notices.rows).toMatchObject([
    { kind: 'leadEnded', content: expect.stringContaining('Risk score 9.') },
  ])
  const listed = await listLeads(stage, listLeadsFromWire({ ...page, orderByColumn: 'days', state: 'ended' }))
  expect(listed.rows.map(leadToWire)).toMatchObject([{ id, endreason: 'risk' }])
  await stage.deal()
  expect(await stage.order(uid, order)).toMatchObject({ state: 'stopped', payout: '1000', fee: '0' })
  expect(await stage.broken()).toEqual({})
})

it('terms that ask or risk more need a second manager; kind, lead and a sold period never change', async () => {
  const lead = await stage.lead('5000')
  const id = await stage.copyProduct(lead)
  const save = async (fields: object, staff = stage.manager) =>
    staffProductToWire(
      await saveInvestProduct(stage, staff, origin, saveProductFromWire({ kind: 'invest', id, ...fields })),
    )
  for (const raise of [{ leadfee: '11' }, { exitlevy: '0.2' }, { maxmultiple: 11 }, { copystop: '51' }]) {
    const [[name, value]] = Object.entries(raise) as [[string, unknown]]
    const before = await save(raise)
    expect(before.approvals).toBe(1)
    expect((before.copy as Record<string, unknown>)[name]).not.toBe(value)
    const after = await save(raise, second)
    expect([after.approvals, (after.copy as Record<string, unknown>)[name]]).toEqual([0, value])
  }
  expect(await save({ leadfee: '5' })).toMatchObject({ approvals: 0, copy: { leadfee: '5' } })
  expect(await refused(save({ leadfee: '31' }))).toEqual({ code: 'outOfRange', max: 30 })
  expect(await refused(save({ leaduid: await stage.lead('1000') }))).toMatchObject({ reason: 'lead' })
  expect(await refused(save({ type: 'yield', cycles: '[]', redeemdays: 1 }))).toMatchObject({
    code: 'invalidField',
  })
  await stage.ask(await stage.saver('100'), id, '100')
  expect(await refused(save({ freezedate: 31 }))).toMatchObject({ reason: 'sold' })
})
