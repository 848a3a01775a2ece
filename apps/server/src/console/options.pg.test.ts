import { price, usdt } from '@glasshouse/core/money/units'
import { customerOptionFromWire } from '@glasshouse/core/staff/codec'
import { type OptionStage, optionFixture } from '@glasshouse/testkit/options'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomer } from '../identity/index.ts'
import type { StaffIdentity } from '../platform/http/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { addStaffMember } from '../staff/index.ts'
import { getCustomerDetail } from './service/customers.ts'

let stage: OptionStage
let uid = 0
const service: StaffIdentity = { id: 1, sessionId: 1, email: 's@glasshouse.test', name: 'S', role: 'service' }
beforeAll(async () => {
  stage = await optionFixture()
  const newcomer = { email: 'ann@example.com', phone: '12025550123', passwordHash: 'x', registeredMs: 1 }
  uid = await transact(stage.database.db, async (tx) => {
    await addStaffMember(tx, { ...service, passwordHash: 'x' }, 1)
    return createCustomer(tx, {
      ...newcomer,
      referrerUid: 10_000,
      proven: ['email', 'phone'] as const,
      lang: 'en',
    })
  })
  await stage.give(uid, '1000')
})
afterAll(() => stage.close())

const figures = { assets: usdt('0'), deposited: usdt('0'), withdrawn: usdt('0') }
const shown = async () => {
  const deps = { ...stage, markets: stage.deps.markets, figuresOf: async () => figures }
  return (await getCustomerDetail(deps, service, { ip: '::1', userAgent: 'test' }, uid)).options
}

it('a customer’s page shows open and settled options, newest first, twenty at most', async () => {
  expect(await shown()).toEqual([])
  const { id: lost } = await stage.place(uid, { stake: '20' })
  stage.feed.book('BTCUSDT', '59989.99', '59990.01')
  stage.clock.tick(1000)
  stage.trade('59990')
  for (let at = 0; at < 31; at += 1) {
    stage.clock.tick(1000)
    stage.trade('59990')
  }
  await stage.pass(1000)
  stage.trade('59990')
  const { id: open } = await stage.place(uid, { type: 'put', stake: '30' })
  expect((await shown()).map(customerOptionFromWire)).toMatchObject([
    {
      ...{ id: open, symbol: 'BTCUSDT', type: 'put', stake: usdt('30') },
      ...{ outcome: null, entryPrice: price('59990') },
    },
    {
      ...{ id: lost, type: 'call', stake: usdt('20') },
      ...{ outcome: 'loss', pnl: usdt('-20'), exitPrice: price('59990') },
    },
  ])
  const [first] = await shown()
  expect(Object.keys(first ?? {})).not.toContain('aioperate')
})
