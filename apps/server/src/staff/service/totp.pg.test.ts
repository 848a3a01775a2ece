import { expectDomainError } from '@glasshouse/testkit/refused'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StaffIdentity } from '../../platform/http/index.ts'
import { origin, type StaffTeam, startStaffTeam } from '../staff.fixture.ts'
import { setTotp } from './totp.ts'

let office: StaffTeam
let ann: StaffIdentity
beforeEach(async () => {
  office = await startStaffTeam()
  ann = await office.member('ann')
})
afterEach(() => office.database.drop())

const set = (action: 'start' | 'confirm' | 'stop', code?: string) =>
  setTotp(office, ann, origin, { action, code })
const turnOn = async (): Promise<string> => {
  const { secret = '' } = await set('start')
  await set('confirm', office.codeOf(secret))
  office.clock.tick(60_000)
  return secret
}

describe('a second factor', () => {
  it('is on after its first correct code, and then required at every sign-in', async () => {
    const { secret = '' } = await set('start')
    await office.signIn('ann@glasshouse.test')
    expect((await expectDomainError(set('confirm', '000000'))).code).toBe('invalidVerificationCode')
    expect((await expectDomainError(set('stop', office.codeOf(secret)))).code).toBe('invalidState')
    expect(await set('confirm', office.codeOf(secret))).toEqual({ on: true })
    expect((await expectDomainError(set('start'))).code).toBe('invalidState')
    office.clock.tick(60_000)
    for (const otp of [undefined, '', '12345', '000000'])
      expect(
        await expectDomainError(office.signIn('ann@glasshouse.test', otp === undefined ? {} : { otp })),
      ).toEqual({ code: 'invalidCredentials', data: { otp: true } })
    // Without the password an attacker does not learn that there is a second factor.
    expect((await expectDomainError(office.signIn('ann@glasshouse.test', { pwd: 'wrong' }))).data).toEqual({})
    await office.signIn('ann@glasshouse.test', { otp: office.codeOf(secret) })
  })
  it('accepts a code once, also under twenty concurrent attempts', async () => {
    const secret = await turnOn()
    const otp = office.codeOf(secret)
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        office.signIn('ann@glasshouse.test', { otp, ip: `10.0.1.${at}` }),
      ),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await expectDomainError(set('stop', otp))).code).toBe('invalidVerificationCode')
  })
  it('is removed with a code', async () => {
    const secret = await turnOn()
    expect(await set('stop', office.codeOf(secret))).toEqual({ on: false })
    await office.signIn('ann@glasshouse.test')
  })
})

describe('guessing', () => {
  it('delays the next attempt for the account from that address only', async () => {
    const live = { ...office, settings: { ...office.settings, MODE: 'live' as const } }
    const { login } = await import('./sessions.ts')
    const guess = (ip: string, pwd = 'wrong') =>
      login(live, { email: 'sue@glasshouse.test', password: pwd }, { ...origin, ip })
    for (let tried = 0; tried < 5; tried += 1)
      expect((await expectDomainError(guess('10.9.9.9'))).code).toBe('invalidCredentials')
    expect((await expectDomainError(guess('10.9.9.9', 'Manager123!'))).code).toBe('tooManyRequests')
    await office.signIn('sue@glasshouse.test', { ip: '10.8.8.8' })
    office.clock.tick(30_000)
    await office.signIn('sue@glasshouse.test', { ip: '10.9.9.9' })
    // The correct password cleared the counter.
    expect((await expectDomainError(guess('10.9.9.9'))).code).toBe('invalidCredentials')
  })
  it('is counted one by one under concurrency', async () => {
    const live = { ...office, settings: { ...office.settings, MODE: 'live' as const } }
    const { login } = await import('./sessions.ts')
    const all = await Promise.allSettled(
      Array.from({ length: 40 }, () => login(live, { email: 'bob@glasshouse.test', password: 'x' }, origin)),
    )
    const codes = all.map((one) => (one.status === 'rejected' ? one.reason.code : 'in'))
    expect(codes.filter((code) => code === 'invalidCredentials')).toHaveLength(5)
    expect(codes.filter((code) => code === 'tooManyRequests')).toHaveLength(35)
  })
  it('from many addresses delays the account', async () => {
    const live = { ...office, settings: { ...office.settings, MODE: 'live' as const } }
    const { login } = await import('./sessions.ts')
    for (let tried = 0; tried < 50; tried += 1)
      await expectDomainError(
        login(live, { email: 'nobody@glasshouse.test', password: 'x' }, { ...origin, ip: `10.1.${tried}.1` }),
      )
    const next = login(
      live,
      { email: 'nobody@glasshouse.test', password: 'x' },
      { ...origin, ip: '10.2.0.1' },
    )
    expect((await expectDomainError(next)).code).toBe('tooManyRequests')
  })
})
