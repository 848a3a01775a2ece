import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { usdt } from '@glasshouse/core/money/units'
import { type CopyStage, copyFixture } from '@glasshouse/testkit/copying'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { transact } from '../platform/index.ts'
import { moveFunds } from '../wallets/index.ts'
import { getLeadDetail, type LeadDeps } from './service/copy/leads.ts'
import { listOwnPoolOrders } from './service/copy/poolOrders.ts'
import { writeRecords } from './service/copy/records.ts'
import { findActiveLead } from './store/copy/leads.ts'

const dayMs = 86_400_000
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

it('who trades against himself through a second account only loses fees, and the record says so', async () => {
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
  const { index, closed, won, returns, fees } = await getLeadDetail(deps, id, null)
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
  const page = { id: order, pageNum: 1, pageSize: 50, orderByColumn: 'id', isAsc: 'asc' } as const
  const { rows } = await listOwnPoolOrders(stage, { uid }, page)
  expect(rows.map(({ skipped }) => skipped)).toEqual(['leadBelowMinimum'])
  expect(await stage.broken()).toEqual({})
})
