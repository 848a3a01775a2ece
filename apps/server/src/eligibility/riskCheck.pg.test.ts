import { usdt } from '@glasshouse/core/money/units'
import { policyVersion } from '@glasshouse/core/policy/policy'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateSetting } from '../content/index.fixture.ts'
import { getSetting } from '../content/index.ts'
import { placeOrder } from '../contracts/index.ts'
import { createCustomer } from '../identity/index.ts'
import type { ManagerIdentity } from '../platform/http/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { addStaffMember } from '../staff/index.ts'
import { assertCanTrade } from './index.ts'
import { countryOfPhone, describePolicy } from './service/policy.ts'
import { getRiskCheck, submitRiskCheck } from './service/riskCheck.ts'

let stage: ContractFixture
let live: ContractFixture
const manager: ManagerIdentity = {
  id: 1,
  sessionId: 1,
  email: 'm@glasshouse.test',
  name: 'M',
  role: 'manager',
}
beforeAll(async () => {
  stage = await contractFixture()
  live = { ...stage, settings: { ...stage.settings, MODE: 'live' } }
  // In live mode no order may exceed a tenth of the depth of the book.
  stage.markets.setDepth('BTCUSDT', usdt('1000000'))
  await transact(stage.database.db, (tx) => addStaffMember(tx, { ...manager, passwordHash: 'x' }, 1))
})
afterAll(() => stage.database.drop())

let born = 0
const newcomer = async (phone = '8801712345678'): Promise<number> => {
  born += 1
  const person = {
    email: `p${born}@example.com`,
    phone: phone.slice(0, -2) + String(10 + born),
    passwordHash: 'x',
  }
  const uid = await transact(stage.database.db, (tx) =>
    createCustomer(tx, {
      ...person,
      referrerUid: 10000,
      proven: ['email', 'phone'] as const,
      lang: 'en',
      registeredMs: 1,
    }),
  )
  await stage.give(uid, '1000')
  return uid
}
const open = (on: ContractFixture, uid: number, multiple = 10) =>
  placeOrder(on, { uid }, orderCommand({ price: '65850', leverage: multiple }))
const setGate = (value: string) =>
  updateSetting(stage, manager, { key: 'risk_gate', value }, { ip: '::1', userAgent: 'test' })
const answer = (
  uid: number,
  answers: string,
  product: 'contract' | 'option' | 'invest' = 'contract',
  version = '1',
) => submitRiskCheck(stage, uid, { product, version, answers }, 'en')
const right = { contract: 'q1:c,q2:b,q3:b', option: 'q1:a,q2:c,q3:b', invest: 'q1:b,q2:a,q3:b' } as const
const check = (uid: number, product: 'contract' | 'option' = 'contract') =>
  getRiskCheck(stage, uid, product, 'pt')

describe('the risk check', () => {
  it('is asked for only where the gate is closed, and only right answers open it', async () => {
    const uid = await newcomer()
    expect((await open(stage, uid)).state).toBe('open')
    expect(await check(uid)).toMatchObject({ passed: false, required: false })
    await setGate('1')
    expect(await getSetting(stage.database.db, 'risk_gate')).toBe(1)
    expect(await expectDomainError(open(stage, uid))).toEqual({
      code: 'riskCheckRequired',
      data: { product: 'contract' },
    })
    expect(await answer(uid, 'q1:a,q2:b,q3:b')).toEqual({ passed: false })
    expect((await expectDomainError(open(stage, uid))).code).toBe('riskCheckRequired')
    expect(await answer(uid, right.contract)).toEqual({ passed: true })
    expect(await check(uid)).toMatchObject({ passed: true, required: true, version: '1' })
    expect((await open(stage, uid)).state).toBe('open')
    // Another product has a check of its own.
    expect(await check(uid, 'option')).toMatchObject({ passed: false })
    const option = { product: 'option', expirySeconds: 30 } as const
    const risk = transact(stage.database.db, (tx) => assertCanTrade(stage, tx, uid, option))
    expect(await expectDomainError(risk)).toEqual({ code: 'riskCheckRequired', data: { product: 'option' } })
    await setGate('0')
  })
  it('returns the language of the request and no answers', async () => {
    const { notice, questions } = await check(await newcomer())
    expect(notice).toContain('alavancagem')
    expect(JSON.stringify(questions)).not.toMatch(/right|correct|pass/)
  })
  it('refuses an old version and answers that are none, and keeps every other answer with its date', async () => {
    const uid = await newcomer()
    expect(await expectDomainError(answer(uid, right.contract, 'contract', '0'))).toMatchObject({
      code: 'invalidState',
      data: { version: '1' },
    })
    expect(await expectDomainError(answer(uid, 'q1:c'))).toEqual({
      code: 'invalidField',
      data: { field: 'answers' },
    })
    await answer(uid, 'q1:a,q2:a,q3:a')
    await answer(uid, right.contract)
    expect(await answer(uid, 'q1:a,q2:a,q3:a')).toEqual({ passed: true })
    const { rows } = await sql<{ said: string }>`
      select product || ' ' || version || ' ' || passed || ' ' || at_ms as said
      from protection_answer where uid = ${uid} order by id`.execute(stage.database.db)
    const now = stage.clock.business()
    expect(rows.map(({ said }) => said)).toEqual(
      [false, true, false].map((passed) => `contract 1 ${passed} ${now}`),
    )
    const change = sql`update protection_answer set passed = true`.execute(stage.database.db)
    await expect(change).rejects.toThrow(/is not allowed/)
  })
})

describe('the policy of the country in live mode', () => {
  it('refuses contracts where they are off; practice mode allows all customers', async () => {
    const uid = await newcomer('12025550100')
    await answer(uid, right.contract)
    expect(await expectDomainError(open(live, uid))).toMatchObject({
      code: 'notAllowed',
      data: { region: 'us' },
    })
    expect((await open(stage, uid)).state).toBe('open')
  })
  it('caps the leverage in the EEA and lets a customer cool off first', async () => {
    const uid = await newcomer('4915123456700')
    expect(await expectDomainError(open(live, uid, 5))).toEqual({ code: 'outOfRange', data: { max: 2 } })
    expect((await expectDomainError(open(live, uid, 2))).code).toBe('riskCheckRequired')
    await answer(uid, right.contract)
    const until = stage.clock.business() + 24 * 3_600_000
    expect(await expectDomainError(open(live, uid, 2))).toEqual({
      code: 'invalidState',
      data: { reason: 'coolingOff', until },
    })
    // Another check does not begin the time anew.
    stage.clock.advance(3_600_000)
    await answer(uid, right.invest, 'invest')
    stage.clock.advance(23 * 3_600_000)
    expect((await open(live, uid, 2)).state).toBe('open')
  })
  it('always wants the risk check, whatever the setting says', async () => {
    const uid = await newcomer('8801712345600')
    expect((await expectDomainError(open(live, uid))).code).toBe('riskCheckRequired')
    await answer(uid, right.contract)
    expect((await open(live, uid)).state).toBe('open')
  })
  it('is public, and a customer sees which one applies to them', async () => {
    const uid = await newcomer('4915123456700')
    const { db } = stage.database
    expect(await describePolicy(live, db, uid)).toMatchObject({
      version: policyVersion,
      yours: { country: 'DE', region: 'eea' },
    })
    expect(await describePolicy(stage, db, uid)).toMatchObject({ yours: { country: null, region: 'other' } })
    const { yours, policies } = await describePolicy(live, db, null)
    expect(yours).toBeNull()
    expect(policies.map(({ region, leverageCap }) => [region, leverageCap])).toEqual([
      ['eea', 2],
      ['uk', null],
      ['us', null],
      ['other', 100],
    ])
  })
  it.each([
    ['12025550100', 'US'],
    ['14165550123', 'CA'],
    ['447400123456', 'GB'],
    ['33612345678', 'FR'],
    ['77011234567', 'KZ'],
    ['870123456789', null],
    ['', null],
  ])('knows the country of %s', (phone, country) => {
    expect(countryOfPhone(phone)).toBe(country)
  })
})
