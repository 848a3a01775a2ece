import { dayMs } from '@glasshouse/core/calendar/durations'
import { languages } from '@glasshouse/core/wire/languages'
import { caseStride, longIt } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { testPlatform } from '@glasshouse/testkit/platform'
import { counterPassword, type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StaffIdentity } from '../platform/http/index.ts'
import { activateCode } from './service/activation.ts'

let counter: StaffFixture
let uid = 0
let token = ''
let email = ''
beforeEach(async () => {
  counter = await startStaffFixture()
  ;({ uid, token, email } = await counter.newcomer())
})
afterEach(() => counter.close())

type Fields = Readonly<Record<string, string | number>>
const claim = () => counter.ask('/api/ai/obtainAI', {}, token)
const status = async () => (await counter.ask('/api/ai/aiStatus', {}, token)).data
const activate = (days: number | string, more: Fields = {}, by = counter.service) =>
  counter.ask('/staff/api/aiActivate', { uid, days, ...more }, by)
const info = async () => {
  const { data } = await counter.ask('/api/user/getuserinfo', {}, token)
  return data as { activecode: string; activecodestatus: number }
}
/** Advances the business calendar as practice mode does; sessions expire by it, so the customer signs in again. */
const advance = async (ms: number) => {
  counter.stage.clock.advance(ms)
  token = (await counter.signIn(email)).data as string
}

describe('AI activation', () => {
  it('is claimed by the customer, activated by staff, and expires by the business calendar', async () => {
    const { activecode, activecodestatus } = await info()
    expect([activecode, activecodestatus]).toEqual([expect.stringMatching(/^G[0-9A-Z]{8}$/), 1])
    expect(await status()).toMatchObject({ active: false, until: null })
    expect(await claim()).toMatchObject({ retCode: 0, data: { activecode, activecodestatus: 2 } })
    expect((await info()).activecodestatus).toBe(2)
    expect(await status()).toMatchObject({ active: false, until: null })

    const until = counter.stage.clock.business() + 2 * dayMs
    const answer = await activate(2)
    expect(answer).toMatchObject({ retCode: 0, data: { activecode, activecodestatus: 3 } })
    expect((answer.data as { until: number }).until).toBeCloseTo(until, -2)
    expect((await info()).activecodestatus).toBe(3)
    expect(await status()).toMatchObject({ active: true })

    await advance(2 * dayMs - 60_000)
    expect((await info()).activecodestatus).toBe(3)
    await advance(60_000)
    expect((await info()).activecodestatus).toBe(4)
    expect(await status()).toMatchObject({ active: false, until: null })
    expect(await claim()).toMatchObject({ data: { activecode, activecodestatus: 2 } })
  })
  it('is extended while it runs, at most a year ahead', async () => {
    await claim()
    const first = (await activate(10)).data as { until: number }
    expect((await activate(5)).data).toMatchObject({ until: first.until + 5 * dayMs })
    expect(await claim()).toMatchObject({ data: { activecodestatus: 3 } })
    expect(await activate(352)).toMatchObject({ retCode: 2002, data: { min: '1' } })
    expect((await activate(350)).retCode).toBe(0)
  })
  it('is rejected without a claim, for unknown customers, for the platform account and for a closed account', async () => {
    expect(await activate(5)).toMatchObject({ retCode: 2003, data: { reason: 'unclaimed' } })
    for (const unknownUid of [999_999, 10_000])
      expect((await activate(5, { uid: unknownUid })).retCode).toBe(1005)
    for (const days of [0, 367, '1.5', '-1'])
      expect(await activate(days)).toMatchObject({ retCode: 1001, data: { field: 'days' } })
    expect((await activate(5, {}, token)).retCode).toBe(102)
    await claim()
    expect((await counter.ask('/api/user/closeAccount', { pwd: counterPassword }, token)).retCode).toBe(0)
    expect(await activate(5)).toMatchObject({ retCode: 2003, data: { reason: 'closed' } })
  })
  it('is rejected in the language of the form', async () => {
    const responses = await Promise.all(languages.map((lang) => activate(5, { lang })))
    expect(new Set(responses.map(({ message }) => message)).size).toBe(languages.length)
  })
  longIt('is claimed once under 100 concurrent requests, with equal responses', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, claim))
    expect(new Set(responses.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect((await info()).activecodestatus).toBe(2)
  })
  longIt('adds the days of each of 100 concurrent activations, with a record of each', async () => {
    await claim()
    const responses = await Promise.all(Array.from({ length: 100 }, () => activate(1)))
    expect(responses.every(({ retCode }) => retCode === 0)).toBe(true)
    const { rows } = await sql<{ n: number; until: number }>`
      select (select count(*) from staff_audit where action = 'aiActivate') as n,
        activation_until_ms as until from identity_customer where uid = ${uid}`.execute(
      counter.stage.database.db,
    )
    const ahead = (rows[0]?.until ?? 0) - counter.stage.clock.business()
    expect([rows[0]?.n, Math.ceil(ahead / dayMs)]).toEqual([100, 100])
  })
  it('is switched off for all customers by a manager with a remark, and customers see it', async () => {
    const off = (more: Fields, by = counter.manager) =>
      counter.ask('/staff/api/aiSwitch', { on: 0, ...more }, by)
    expect((await off({ remark: 'The feed is checked' }, counter.service)).retCode).toBe(1006)
    expect(await off({ remark: ' ' })).toMatchObject({ retCode: 1001, data: { field: 'remark' } })
    expect(await off({ remark: 'The feed is checked' })).toMatchObject({
      retCode: 0,
      data: { on: 0, running: 0 },
    })
    expect(await status()).toMatchObject({ on: false })
    const current = await counter.ask('/staff/api/aiSwitch', {}, counter.manager)
    expect(current.data).toMatchObject({ on: 0, remark: 'The feed is checked' })
  })
  it('is audited with before and after', async () => {
    await claim()
    await activate(3)
    const expected = { target: `customer ${uid}`, action: 'aiActivate' }
    expect((await counter.ask('/staff/api/auditLog', expected, counter.manager)).data).toMatchObject([
      {
        before: { activecodestatus: 2, until: null },
        after: { days: 3, activecodestatus: 3, until: expect.any(Number) },
      },
    ])
  })
})

longIt(
  'is stored with its audit record or not at all when the connection dies at any statement',
  async () => {
    await claim()
    const { database, clock } = counter.stage
    const platform = testPlatform(database, clock)
    const service: StaffIdentity = { id: 1, sessionId: 1, email: 's', name: 'S', role: 'service' }
    const standing = async () => {
      const { rows } = await sql<{ audits: number; until: number | null }>`
      select (select count(*) from staff_audit where action = 'aiActivate') as audits,
        activation_until_ms as until from identity_customer where uid = ${uid}`.execute(database.db)
      const { audits = 0, until = null } = rows[0] ?? {}
      return { audits, days: until === null ? 0 : Math.ceil((until - clock.business()) / dayMs) }
    }
    let deaths = 0
    for (const when of ['before', 'after'] as const)
      for (let at = 1; ; at += caseStride()) {
        const death = killConnectionAt(database.url, at, when)
        await activateCode(platform, service, { ip: '::1', userAgent: 'test' }, { uid, days: 1 }).catch(
          () => null,
        )
        const died = death.happened()
        death.over()
        await drainDeadConnections(database.pool)
        const { audits, days } = await standing()
        expect(days).toBe(audits)
        if (!died) break
        deaths += 1
      }
    expect(deaths).toBeGreaterThan(8 / caseStride())
  },
)
