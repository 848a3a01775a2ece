import { type StaffFixture, startStaffFixture } from '@glasshouse/testkit/staffFixture'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let counter: StaffFixture
let token: string
beforeAll(async () => {
  counter = await startStaffFixture()
  token = (await counter.newcomer()).token
})
afterAll(() => counter.close())

type Fields = Readonly<Record<string, string | number>>
const mine = (call: string, fields: Fields = {}) => counter.ask(`/api/user/${call}`, fields, token)

describe('over the wire', () => {
  it('limits are set, told and wait to be loosened', async () => {
    expect(await mine('limits')).toMatchObject({
      retCode: 0,
      data: {
        dailyLoss: null,
        deposit: null,
        pauseUntil: null,
        pending: [],
        resultToday: '0',
        depositedToday: '0',
      },
    })
    expect(await mine('setLimits', { dailyLoss: '100.5', deposit: '500' })).toMatchObject({
      retCode: 0,
      data: { dailyLoss: '100.5', deposit: '500', pending: [] },
    })
    expect(await mine('setLimits', { deposit: '' })).toMatchObject({
      retCode: 0,
      data: { dailyLoss: '100.5', deposit: '500', pending: [{ name: 'deposit', value: null }] },
    })
    expect(await mine('setLimits', { dailyLoss: '200' })).toMatchObject({
      data: { dailyLoss: '100.5', pending: [{ name: 'dailyLoss', value: '200' }, { name: 'deposit' }] },
    })
    const pauseUntil = counter.stage.clock.business() + 1_000_000
    expect(await mine('setLimits', { pauseUntil })).toMatchObject({ data: { pauseUntil } })
    const paused = await counter.ask('/api/pay/pay', { action: 'sandbox', money: '10' }, token)
    expect(paused).toMatchObject({ retCode: 2011, data: { until: pauseUntil } })
    expect(paused.message).toMatch(/Until 2026-06-16 \d\d:\d\d \(UTC\+1\)/)
  })
  it.each<[string, Fields, number, object]>([
    ['setLimits', {}, 1001, { field: 'dailyLoss' }],
    ['setLimits', { dailyLoss: '-1' }, 1001, { field: 'dailyLoss' }],
    ['setLimits', { dailyLoss: '1e3' }, 1001, { field: 'dailyLoss' }],
    ['setLimits', { deposit: '1.123456789' }, 1001, { field: 'deposit' }],
    ['setLimits', { deposit: '０' }, 1001, { field: 'deposit' }],
    ['setLimits', { dailyLoss: '0' }, 2002, { min: '0.00000001' }],
    ['setLimits', { deposit: '0.0' }, 2002, { min: '0.00000001' }],
    ['setLimits', { pauseUntil: '1.5' }, 1001, { field: 'pauseUntil' }],
    ['setLimits', { pauseUntil: 1000 }, 2002, {}],
    ['setLimits', { dailyLoss: '5', uid: 10002 }, 1001, { field: 'uid' }],
    ['riskCheck', {}, 1001, { field: 'product' }],
    ['riskCheck', { product: 'loan' }, 1001, { field: 'product' }],
    ['riskPass', { product: 'contract', version: '1', answers: 'q1:c' }, 1001, { field: 'answers' }],
    ['riskPass', { product: 'contract', version: '0', answers: 'q1:c,q2:b,q3:b' }, 2003, { version: '1' }],
  ])('%s %j answers %d', async (call, fields, retCode, data) => {
    const answer = await mine(call, fields)
    expect(answer.retCode).toBe(retCode)
    expect(answer.data ?? {}).toMatchObject(data)
  })
  it('a wish that is partly refused sets nothing', async () => {
    const { token: other } = await counter.newcomer()
    const asked = await counter.ask('/api/user/setLimits', { dailyLoss: '5', pauseUntil: 1000 }, other)
    expect(asked.retCode).toBe(2002)
    expect(await counter.ask('/api/user/limits', {}, other)).toMatchObject({ data: { dailyLoss: null } })
  })
  it('the risk check is answered in the language that was asked for', async () => {
    const check = await mine('riskCheck', { product: 'option', lang: 'ja' })
    expect(check).toMatchObject({ retCode: 0, data: { passed: false, required: false, version: '1' } })
    expect((check.data as { notice: string }).notice).toContain('オプション')
  })
  it('the policy is public, and a visitor has no policy of their own', async () => {
    expect(await counter.ask('/api/common/policy')).toMatchObject({ retCode: 0, data: { yours: null } })
    expect(await counter.ask('/api/common/policy', {}, token)).toMatchObject({
      data: { yours: { region: 'other' }, alwaysOn: expect.arrayContaining(['close', 'withdraw', 'export']) },
    })
  })
  it('a setting that staff changed is public at once, and its key only', async () => {
    const keys = 'risk_gate,platform.secret'
    expect((await counter.ask('/api/common/getKeys', { keys })).data).toEqual({ risk_gate: '0' })
    const set = { key: 'risk_gate', value: '1' }
    expect((await counter.ask('/staff/api/configSet', set, counter.service)).retCode).toBe(1006)
    expect((await counter.ask('/staff/api/configSet', set, counter.manager)).retCode).toBe(0)
    expect((await counter.ask('/api/common/getKeys', { keys })).data).toEqual({ risk_gate: '1' })
    expect(await mine('riskCheck', { product: 'contract' })).toMatchObject({ data: { required: true } })
  })
})
