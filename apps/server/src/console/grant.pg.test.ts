import { customer, house } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { languages } from '@glasshouse/core/wire/languages'
import { caseStride, longIt } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '../access/passwords/index.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { getBalances, lockBalances } from '../ledger/posting/index.ts'
import type { ManagerIdentity } from '../platform/http/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { privacyInvariants } from '../privacy/index.fixture.ts'
import { staffInvariants } from '../staff/index.fixture.ts'
import { addStaffMember } from '../staff/index.ts'
import { consoleInvariants } from './index.fixture.ts'
import { grantTrialFunds } from './service/grant.ts'

let counter: StaffFixture
let uid = 0
let token = ''
let email = ''
beforeEach(async () => {
  counter = await startStaffFixture()
  ;({ uid, token, email } = await counter.newcomer())
  await fundMarketing('1000')
})
afterEach(() => counter.close())

type Fields = Readonly<Record<string, string | number>>
const fundMarketing = (amount: string, by = counter.manager) =>
  counter.ask('/staff/api/fund', { reserve: 'marketing', direction: 'in', amount, remark: 'for tests' }, by)
const grant = (amount: string, more: Fields = {}, by = counter.manager, key?: string) =>
  counter.ask('/staff/api/experienceGrant', { uid, amount, remark: 'welcome', ...more }, by, key)

/** Experience balance of the customer and balance of the marketing reserve. */
const standing = async () => {
  const [held, reserve] = await getBalances(counter.stage.database.db, [
    customer(uid, 'experience'),
    house('marketing'),
  ])
  return { held, reserve }
}
const broken = async () => {
  const invariants = [...ledgerInvariants, ...consoleInvariants, ...staffInvariants, ...privacyInvariants]
  const report = await checkInvariants(counter.stage.database.db, 1, invariants)
  return report.invariants.filter(({ holds }) => !holds).map(({ name }) => name)
}
const secondManager = async (): Promise<string> => {
  const passwordHash = await hashPassword(counterPassword)
  const member = { email: 'second@glasshouse.test', name: 'S', role: 'manager' as const, passwordHash }
  await transact(counter.stage.database.db, (tx) => addStaffMember(tx, member, 1))
  const signedIn = { email: member.email, pwd: counterPassword }
  return (await counter.ask('/staff/api/login', signedIn)).data as string
}

describe('trial funds', () => {
  it('move from the marketing reserve to the customer, with an e-mail that explains them', async () => {
    expect(await grant('100')).toMatchObject({
      retCode: 0,
      data: { waits: false, experiencefund: '100' },
    })
    expect(await standing()).toEqual({ held: usdt('100'), reserve: usdt('900') })
    const { db } = counter.stage.database
    const { rows: lines } = await sql`
      select e.type, e.amount::text as amount, t.cause_kind from ledger_entry e
      join ledger_account a on a.id = e.account_id join ledger_transaction t on t.id = e.transaction_id
      where a.name = ${`customer/${uid}/experience/USDT`}`.execute(db)
    expect(lines).toEqual([{ type: 24, amount: '10000000000', cause_kind: 'experienceGrant' }])
    const { rows: letters } = await sql<{ body: string; template: string }>`
      select body, template from notifications_message where recipient = ${email}`.execute(db)
    expect(letters).toMatchObject([{ template: 'experience.granted' }])
    expect(letters[0]?.body).toContain('can’t be withdrawn')
    const log = await counter.ask(
      '/staff/api/auditLog',
      { target: `customer ${uid}`, action: 'experienceGrant' },
      counter.manager,
    )
    expect(log.data).toMatchObject([
      { before: { experiencefund: '0' }, after: { amount: '100', remark: 'welcome', experiencefund: '100' } },
    ])
    expect(await broken()).toEqual([])
  })
  it('return to the reserve when the account is closed, and cannot be granted afterwards', async () => {
    await grant('100')
    expect((await counter.ask('/api/user/closeAccount', { pwd: counterPassword }, token)).retCode).toBe(0)
    expect(await standing()).toEqual({ held: 0n, reserve: usdt('1000') })
    expect(await grant('100')).toMatchObject({ retCode: 2003, data: { reason: 'closed' } })
    expect(await broken()).toEqual([])
  })
  longIt('never reach an account that is closed concurrently', async () => {
    await Promise.all([
      ...Array.from({ length: 20 }, () => grant('1')),
      counter.ask('/api/user/closeAccount', { pwd: counterPassword }, token),
      ...Array.from({ length: 20 }, () => grant('1')),
    ])
    expect((await counter.signIn(email)).retCode).not.toBe(0)
    expect(await standing()).toEqual({ held: 0n, reserve: usdt('1000') })
    expect(await broken()).toEqual([])
  })
  it('are rejected when the account was closed while the grant waited', async () => {
    const { db } = counter.stage.database
    const wallet = [customer(uid, 'wallet')]
    await transact(db, (tx) => lockBalances(tx, wallet))
    const waiting = (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await sql<{ n: number }>`
          select count(*) as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        expect(rows[0]?.n).toBe(count)
      })
    // Lock order decides: the closing first, then the grant that had seen the account open.
    const [closed, granted] = await transact(db, async (tx) => {
      await lockBalances(tx, wallet)
      const closing = counter.ask('/api/user/closeAccount', { pwd: counterPassword }, token)
      await waiting(1)
      const granting = grant('5')
      await waiting(2)
      return [closing, granting].map((answer) => answer.then(({ retCode }) => retCode))
    })
    expect([await closed, await granted]).toEqual([0, 2003])
    expect(await standing()).toEqual({ held: 0n, reserve: usdt('1000') })
  })
})

describe('a grant', () => {
  it('is rejected when the reserve does not cover it', async () => {
    expect(await grant('1000.00000001')).toMatchObject({ retCode: 2009, data: { max: '1000' } })
    expect((await grant('1000')).retCode).toBe(0)
    expect(await grant('0.00000001')).toMatchObject({ retCode: 2009, data: { max: '0' } })
  })
  it('requires a manager, an existing customer, a positive amount and a reason', async () => {
    expect((await grant('1', {}, counter.service)).retCode).toBe(1006)
    expect((await grant('1', {}, token)).retCode).toBe(102)
    for (const unknownUid of [999_999, 10_000])
      expect((await grant('1', { uid: unknownUid })).retCode).toBe(1005)
    expect((await grant('0')).retCode).toBe(2002)
    for (const amount of ['-1', '1e3', '١', '1.000000001', ''])
      expect(await grant(amount)).toMatchObject({ retCode: 1001, data: { field: 'amount' } })
    expect(await grant('1', { remark: ' ' })).toMatchObject({ retCode: 1001, data: { field: 'remark' } })
    expect(await standing()).toEqual({ held: 0n, reserve: usdt('1000') })
  })
  it('is rejected in the language of the form', async () => {
    const responses = await Promise.all(languages.map((lang) => grant('5000', { lang })))
    expect(responses.map(({ retCode }) => retCode)).toEqual(languages.map(() => 2009))
    expect(new Set(responses.map(({ message }) => message)).size).toBe(languages.length)
  })
  it('is rejected where the policy of the country has no incentives', async () => {
    const platform = testPlatform(counter.stage.database, counter.stage.clock)
    const live = { ...platform, settings: { ...platform.settings, MODE: 'live' as const } }
    const manager: ManagerIdentity = { id: 1, sessionId: 1, email: 'm', name: 'M', role: 'manager' }
    const body = { uid, amount: usdt('1'), remark: 'why' }
    // The phones of this test are in the United States.
    const refused = await expectDomainError(grantTrialFunds(live, manager, { ip: '', userAgent: '' }, body))
    expect(refused.code).toBe('notAllowed')
  })
  it('above the setting waits for a second manager, also when divided into parts', async () => {
    const second = await secondManager()
    // Above what one manager moves alone.
    await fundMarketing('9000')
    await fundMarketing('9000', second)
    expect((await grant('3000')).data).toMatchObject({ waits: false })
    expect((await grant('2000')).data).toMatchObject({ waits: false })
    expect((await grant('0.00000001')).data).toMatchObject({ waits: true, id: null, experiencefund: '5000' })
    expect((await grant('0.00000001')).retCode).toBe(2003)
    expect((await standing()).held).toBe(usdt('5000'))
    const agreed = await grant('0.00000001', {}, second)
    expect(agreed.data).toMatchObject({ waits: false, experiencefund: '5000.00000001' })
    // Other customers and later days count separately.
    const other = await counter.newcomer()
    expect((await grant('10', { uid: other.uid })).data).toMatchObject({ waits: false })
    counter.stage.clock.tick(86_400_001)
    const signedIn = { email: 'second@glasshouse.test', pwd: counterPassword }
    const tomorrow = (await counter.ask('/staff/api/login', signedIn)).data as string
    expect((await grant('10', {}, tomorrow)).data).toMatchObject({ waits: false })
    expect(await broken()).toEqual([])
  })
})

describe('100 concurrent requests', () => {
  it('grant what the reserve holds and no more', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => grant('15')))
    expect(responses.filter(({ retCode }) => retCode === 0)).toHaveLength(66)
    expect(responses.filter(({ retCode }) => retCode === 2009)).toHaveLength(34)
    expect(await standing()).toEqual({ held: usdt('990'), reserve: usdt('10') })
    expect(await broken()).toEqual([])
  })
  it('under one key grant once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => grant('7', {}, counter.manager, 'grant-once-0001')),
    )
    for (const { retCode } of responses) expect([0, 1003]).toContain(retCode)
    expect((await standing()).held).toBe(usdt('7'))
    const again = await grant('7', {}, counter.manager, 'grant-once-0001')
    expect(again).toMatchObject({ retCode: 0, data: { experiencefund: '7' } })
    expect((await grant('8', {}, counter.manager, 'grant-once-0001')).retCode).toBe(1003)
    expect((await standing()).held).toBe(usdt('7'))
  })
})

longIt(
  'a connection that dies at any statement leaves a complete grant or none',
  async () => {
    const { database, clock } = counter.stage
    const platform = testPlatform(database, clock)
    const manager: ManagerIdentity = { id: 1, sessionId: 1, email: 'm', name: 'M', role: 'manager' }
    const body = { uid, amount: usdt('1'), remark: 'why' }
    const counted = async () => {
      const { rows } = await sql<{ grants: number; audits: number; letters: number }>`
      select (select count(*) from console_grant) as grants,
        (select count(*) from staff_audit where action = 'experienceGrant') as audits,
        (select count(*) from notifications_message where template = 'experience.granted') as letters
    `.execute(database.db)
      return { ...(rows[0] ?? { grants: 0, audits: 0, letters: 0 }), ...(await standing()) }
    }
    let deaths = 0
    for (const when of ['before', 'after'] as const)
      for (let at = 1; ; at += caseStride()) {
        const before = await counted()
        const death = killConnectionAt(database.url, at, when)
        const result = await grantTrialFunds(platform, manager, { ip: '::1', userAgent: 'test' }, body).then(
          () => 'done',
          () => 'died',
        )
        const died = death.happened()
        death.over()
        await drainDeadConnections(database.pool)
        const after = await counted()
        const done = after.grants - before.grants
        expect([after.audits - before.audits, after.letters - before.letters]).toEqual([done, done])
        expect((after.held ?? 0n) - (before.held ?? 0n)).toBe(usdt('1') * BigInt(done))
        expect((before.reserve ?? 0n) - (after.reserve ?? 0n)).toBe(usdt('1') * BigInt(done))
        if (result === 'done') expect(done).toBe(1)
        if (!died) break
        deaths += 1
      }
    expect(deaths).toBeGreaterThan(20 / caseStride())
    expect(await broken()).toEqual([])
  },
  120_000,
)

describe('the invariants', () => {
  const once = 'every movement of operator capital and every grant has one ledger transaction'
  const amounts = 'the entries of every movement of operator capital and of every grant are its amount'
  it.each([
    [
      'a grant without its money',
      'insert into console_grant (uid, amount, remark, staff_id, at_ms) select uid, 5, remark, staff_id, 1 from console_grant limit 1',
      once,
    ],
    [
      'money without its grant',
      `update ledger_transaction set cause_id = 99 where cause_kind = 'experienceGrant'`,
      amounts,
    ],
    ['a grant of another amount', 'update console_grant set amount = amount + 1', amounts],
  ])('detect %s', async (_what, statement, name) => {
    await grant('1')
    expect(await broken()).toEqual([])
    const client = await counter.stage.database.pool.connect()
    await client.query('set session_replication_role = replica')
    await client.query(statement)
    client.release(true)
    expect(await broken()).toContain(name)
  })
  it('protect the history of grants', async () => {
    await grant('1')
    for (const statement of ['update console_grant set amount = 1', 'delete from console_grant'])
      await expect(sql.raw(statement).execute(counter.stage.database.db)).rejects.toThrow('is not allowed')
  })
})
