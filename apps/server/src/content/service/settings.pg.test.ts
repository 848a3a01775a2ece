import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ManagerIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { addStaffMember } from '../../staff/index.ts'
import { updateSetting } from '../index.fixture.ts'
import { getSetting } from '../index.ts'
import { getPublicSettings, listSettingChanges, listSettings } from './settings.ts'

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

const set = (key: string, value: string, staff = manager) =>
  updateSetting(platform, staff, { key, value }, origin)
const history = async () => {
  const { rows } = await sql<{ said: string }>`
    select key || ' ' || before || '→' || after || ' by ' || staff_id as said from content_setting_change order by id
  `.execute(platform.database.db)
  return rows.map(({ said }) => said)
}
const audits = async () => {
  const { rows } = await sql<{ said: string }>`
    select action || ' ' || target || ' ' || (before #>> '{}') || '→' || (after #>> '{}') as said
    from staff_audit where action = 'configSet' order by id
  `.execute(platform.database.db)
  return rows.map(({ said }) => said)
}

it('has its default until a manager changes it, and records author, before and after', async () => {
  const { db } = platform.database
  expect(await getSetting(db, 'risk_gate')).toBe(0)
  expect((await listSettings(db, 'practice'))[0]).toMatchObject({
    key: 'risk_gate',
    value: '0',
    min: '0',
    max: '1',
    changed: null,
  })
  expect(await set('risk_gate', '1')).toMatchObject({ value: '1', changed: platform.clock.now() })
  expect(await getSetting(db, 'risk_gate')).toBe(1)
  await set('risk_gate', '0')
  expect(await history()).toEqual(['risk_gate 0→1 by 1', 'risk_gate 1→0 by 1'])
  expect(await audits()).toEqual(['configSet setting risk_gate 0→1', 'configSet setting risk_gate 1→0'])
  await expect(sql`delete from content_setting_change`.execute(db)).rejects.toThrow(/is not allowed/)
})

it('rejects out-of-range, unknown and unchanged values, and other roles than managers', async () => {
  expect(await expectDomainError(set('risk_gate', '2'))).toEqual({
    code: 'outOfRange',
    data: { min: '0', max: '1' },
  })
  expect((await expectDomainError(set('risk_gate', 'yes'))).code).toBe('outOfRange')
  for (const key of ['price_btc', 'toString', '', 'wallet'])
    expect((await expectDomainError(set(key, '1'))).code).toBe('notFound')
  expect((await expectDomainError(set('risk_gate', '0'))).code).toBe('invalidState')
  expect((await history()).length).toBe(2)
})

it('returns public keys only, and nothing for unknown ones', async () => {
  const { db } = platform.database
  expect(
    await getPublicSettings(
      db,
      'practice',
      'risk_gate,unknown, cash_min,__proto__,withdraw_second_approval_above',
    ),
  ).toEqual({
    risk_gate: '0',
    cash_min: '50',
  })
  expect(await getPublicSettings(db, 'practice', '')).toEqual({})
})

it('never uses a stored value that is no longer in the safe range', async () => {
  const { db } = platform.database
  await sql`update content_setting set value = '7' where key = 'risk_gate'`.execute(db)
  expect(await getSetting(db, 'risk_gate')).toBe(0)
  expect(await getPublicSettings(db, 'practice', 'risk_gate')).toEqual({ risk_gate: '0' })
  await sql`update content_setting set value = '0' where key = 'risk_gate'`.execute(db)
})

it('changed concurrently to the same value is changed once', async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      set('risk_gate', '1').then(
        () => 'changed',
        () => 'refused',
      ),
    ),
  )
  expect(responses.filter((one) => one === 'changed').length).toBe(1)
})

it('is never set past one that bounds it, also under concurrency', async () => {
  expect(await expectDomainError(set('order_min_price', '5001'))).toEqual({
    code: 'outOfRange',
    data: { min: '1', max: '1000' },
  })
  await set('order_max_price', '100')
  expect((await expectDomainError(set('order_min_price', '100.00000001'))).data).toEqual({
    min: '1',
    max: '100',
  })
  expect((await expectDomainError(set('order_max_price', '9.99'))).code).toBe('outOfRange')
  const { db } = platform.database
  for (let round = 0; round < 5; round += 1) {
    await Promise.allSettled([set('order_min_price', '90'), set('order_max_price', '50')])
    expect(await getSetting(db, 'order_min_price')).toBeLessThanOrEqual(
      await getSetting(db, 'order_max_price'),
    )
    await Promise.allSettled([set('order_min_price', '10'), set('order_max_price', '100')])
  }
})

it('that protects a control among staff requires a second manager with the same value', async () => {
  const { db } = platform.database
  const second = { ...manager, id: 2 }
  await transact(db, (tx) =>
    addStaffMember(tx, { email: 's@glasshouse.test', name: 'S', role: 'manager', passwordHash: 'x' }, 1),
  )
  const key = 'withdraw_second_approval_above'
  const before = await getSetting(db, key)
  expect(await set(key, '100000')).toMatchObject({ waits: true, value: '5000' })
  expect((await expectDomainError(set(key, '100000'))).data).toEqual({ reason: 'sameManager' })
  expect((await set(key, '90000', second)).waits).toBe(true)
  expect(await getSetting(db, key)).toBe(before)
  expect(await set(key, '90000')).toMatchObject({ waits: false, value: '90000' })
  expect(await getSetting(db, key)).toBe(9_000_000_000_000n)
})

it('lists its changes, of one or of all', async () => {
  const page = { offset: 0, limit: 2, direction: 'desc' } as const
  const one = await listSettingChanges(platform, manager, origin, {
    ...page,
    key: 'withdraw_second_approval_above',
  })
  expect(one).toMatchObject({ total: 1, rows: [{ before: '5000', after: '90000', staffId: 1 }] })
  expect((await listSettingChanges(platform, manager, origin, page)).total).toBeGreaterThan(2)
  const unknown = listSettingChanges(platform, manager, origin, { ...page, key: 'price' })
  expect((await expectDomainError(unknown)).code).toBe('notFound')
})
