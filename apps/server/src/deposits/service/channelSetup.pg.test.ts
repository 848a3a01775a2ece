import { usdt } from '@glasshouse/core/money/units'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { addStaffMember } from '../../staff/index.ts'
import { listChannels, saveChannel } from './channelSetup.ts'
import { listPaymentChannels } from './channels.ts'
import { createCheckoutDeposit } from './checkout.ts'

let platform: TestPlatform
const manager: ManagerIdentity = {
  id: 1,
  sessionId: 1,
  email: 'm@glasshouse.test',
  name: 'M',
  role: 'manager',
}
const origin = { ip: '10.0.0.7', userAgent: 'console' }
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
  await transact(platform.database.db, (tx) => addStaffMember(tx, { ...manager, passwordHash: 'x' }, 1))
})
afterAll(() => platform.database.drop())

const sandbox = {
  code: 'sandbox',
  name: 'Practice gateway',
  adapter: 'sandbox' as const,
  min: usdt('10'),
  max: usdt('50000'),
  options: '100,500,1000,5000,10000,50000',
  isOn: true,
  place: 1,
}
const save = (change: Partial<Parameters<typeof saveChannel>[3]> = {}) =>
  saveChannel(platform, manager, origin, { ...sandbox, ...change })
const open = async () => (await listPaymentChannels(platform, platform.database.db)).map(({ code }) => code)

it('lists disabled channels and those unavailable in its mode', async () => {
  const rows = await listChannels(platform, manager, origin)
  expect(rows.map(({ code, isOn, isOpen }) => [code, isOn, isOpen])).toEqual([
    ['sandbox', true, true],
    ['btcpay', true, false],
  ])
})

it('is changed and added with its history; existing deposits keep their terms', async () => {
  const { uid } = await newCustomer(platform)
  expect(await save({ min: usdt('20'), options: '50, 100' })).toMatchObject({
    min: usdt('20'),
    options: ['50', '100'],
  })
  const attempt = createCheckoutDeposit(platform, uid, { channel: 'sandbox', amount: usdt('19') }, 'en')
  expect((await expectDomainError(attempt)).data).toMatchObject({ min: '20' })
  await save({ code: 'play_two', name: ' Second ', place: 2 })
  expect(await open()).toEqual(['sandbox', 'play_two'])
  await save({ code: 'play_two', name: 'Second', place: 2, isOn: false })
  expect(await open()).toEqual(['sandbox'])
  await save()
  const { rows } = await sql<{ said: string }>`
    select target || ' ' || coalesce(before ->> 'on', 'new') || '→' || (after ->> 'on') as said
    from staff_audit where action = 'payChannelSave' order by id`.execute(platform.database.db)
  expect(rows.map(({ said }) => said)).toEqual([
    'deposit channel sandbox 1→1',
    'deposit channel play_two new→1',
    'deposit channel play_two 1→0',
    'deposit channel sandbox 1→1',
  ])
})

it('stays within the platform limits and is not listed if no amount remains', async () => {
  const { db } = platform.database
  await sql`insert into content_setting values ('userpay_max', '600', 1)`.execute(db)
  expect((await listPaymentChannels(platform, db))[0]).toMatchObject({
    min: usdt('10'),
    max: usdt('600'),
    options: [usdt('100'), usdt('500')],
  })
  await save({ min: usdt('601'), options: '700' })
  expect(await open()).toEqual([])
  await sql`delete from content_setting where key = 'userpay_max'`.execute(db)
  await save()
})

it('rejects invalid channels', async () => {
  expect((await expectDomainError(save())).data).toEqual({ reason: 'unchanged' })
  expect((await expectDomainError(save({ adapter: 'btcpay' }))).data).toEqual({ reason: 'adapter' })
  for (const [change, field] of [
    [{ code: 'Über' }, 'code'],
    [{ code: '' }, 'code'],
    [{ name: ' ' }, 'name'],
    [{ options: '100,x' }, 'options'],
    [{ options: '9' }, 'options'],
  ] as const)
    expect(await expectDomainError(save(change))).toEqual({ code: 'invalidField', data: { field } })
  for (const change of [{ min: usdt('0') }, { min: usdt('2'), max: usdt('1') }])
    expect((await expectDomainError(save(change))).code).toBe('outOfRange')
})
