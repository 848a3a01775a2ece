import { newCustomer, signIn, testOrigin } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { appCode } from '@glasshouse/testkit/liveServer'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listNotices } from '../../notifications/index.fixture.ts'
import { listMessagesTo } from '../../notifications/index.ts'
import { authenticateCustomer, findSecurity } from '../index.ts'
import { deviceHashOf, type RequestOrigin } from './devices.ts'
import { createSignInCode, redeemSignInCode } from './introductions.ts'
import { listSessions, login } from './sessions.ts'
import { enableTotp, startTotp } from './totp.ts'
import { undo } from './undo.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const from = (
  { email, password }: { readonly email: string; readonly password: string },
  origin: Partial<RequestOrigin>,
) => login(platform, { kind: 'email', email, password, isRestricted: false }, { ...testOrigin, ...origin })
const letters = async (email: string) =>
  (await listMessagesTo(platform.database.db, email)).filter(({ subject }) =>
    subject.startsWith('New sign-in'),
  )
const notices = async (uid: number) => {
  const { rows } = await sql<{ body: { data: unknown } }>`
    select body from platform_fact where kind = 'pushed' and body ->> 'event' = 'NOTICE'
      and (body ->> 'uid')::bigint = ${uid} order by id
  `.execute(platform.database.db)
  return rows.map(({ body }) => body.data)
}

describe('a sign-in from a new device', () => {
  it('is reported by one letter and one push; the first device and a known one are not', async () => {
    const ann = await newCustomer(platform)
    await from(ann, { device: 'device-aaaa' })
    await from(ann, { device: 'device-aaaa', userAgent: 'updated browser' })
    expect(await letters(ann.email)).toEqual([])
    expect(await findSecurity(platform.database.db, ann.uid)).toMatchObject({ pauseReason: null })
    await from(ann, { device: 'device-bbbb', userAgent: chrome, ip: '203.0.113.9', country: 'PT' })
    await from(ann, { device: 'device-bbbb', userAgent: chrome })
    const [letter, ...more] = await letters(ann.email)
    expect(more).toEqual([])
    expect(letter?.body).toContain('Chrome, Linux, address 203.0.113.9, PT, 2026-06-16 13:41:07 (UTC+1)')
    expect(await notices(ann.uid)).toEqual([{ id: expect.any(Number), kind: 'newDevice', link: '/security' }])
    const page = {
      onlyUnread: true,
      tab: 'account',
      offset: 0,
      limit: 10,
      direction: 'asc',
    } as const
    expect((await listNotices(platform.database.db, ann.uid, page, 'en')).rows).toMatchObject([
      { title: 'New sign-in: Chrome, Linux, 203.0.113.9, PT' },
    ])
    expect(await findSecurity(platform.database.db, ann.uid)).toMatchObject({
      pauseReason: 'new_device',
      pauseUntilMs: platform.clock.business() + 86_400_000,
    })
  })

  it('is judged by the user agent without the header', async () => {
    const bob = await newCustomer(platform)
    await from(bob, { userAgent: 'one' })
    await from(bob, { userAgent: 'one', ip: '203.0.113.1' })
    expect(await letters(bob.email)).toHaveLength(0)
    await from(bob, { userAgent: 'two' })
    expect(await letters(bob.email)).toHaveLength(1)
    expect(deviceHashOf({ device: 'x', userAgent: '' })).not.toBe(
      deviceHashOf({ device: null, userAgent: 'x' }),
    )
  })

  it('is reported when a code carried the customer there', async () => {
    const eve = await newCustomer(platform)
    const session = await authenticateCustomer(
      platform.database.db,
      platform.clock,
      await signIn(platform, eve),
    )
    if (session.kind !== 'ok') throw new Error('not signed in')
    const { code } = await createSignInCode(platform, session.customer)
    await redeemSignInCode(platform, code, { ...testOrigin, device: 'another-one' })
    expect(await letters(eve.email)).toHaveLength(1)
  })

  it('is reported once under twenty concurrent sign-ins', async () => {
    const dan = await newCustomer(platform)
    await from(dan, { device: 'device-aaaa' })
    await Promise.all(Array.from({ length: 20 }, () => from(dan, { device: 'device-bbbb' })))
    expect(await letters(dan.email)).toHaveLength(1)
  })
})

describe('“this was not me”', () => {
  it('ends all sessions and locks the account, once', async () => {
    const mia = await newCustomer(platform)
    const own = await from(mia, { device: 'device-aaaa' })
    const foreign = await from(mia, { device: 'device-bbbb' })
    const [letter] = await letters(mia.email)
    const token = /undo\?token=([\w-]+)$/.exec(letter?.body ?? '')?.[1] ?? ''
    expect(await undo(platform, token)).toEqual({ kind: 'signIn' })
    for (const session of [own, foreign])
      expect(await authenticateCustomer(platform.database.db, platform.clock, session)).toEqual({
        kind: 'ended',
      })
    expect((await expectDomainError(from(mia, { device: 'device-aaaa' }))).code).toBe('notAllowed')
    expect((await expectDomainError(undo(platform, token))).code).toBe('notFound')
  })

  it('is no longer possible after 72 hours of the calendar', async () => {
    const liv = await newCustomer(platform)
    await from(liv, { device: 'device-aaaa' })
    await from(liv, { device: 'device-bbbb' })
    const token = /token=([\w-]+)$/.exec((await letters(liv.email))[0]?.body ?? '')?.[1] ?? ''
    platform.clock.advance(72 * 3_600_000)
    expect((await expectDomainError(undo(platform, token))).code).toBe('notFound')
  })
})

it('does not pause the account when a second factor confirmed the sign-in', async () => {
  const ada = await newCustomer(platform)
  await from(ada, { device: 'device-aaaa' })
  const { secret } = await startTotp(platform, ada.uid, ada.email)
  const now = () => appCode(secret, Math.round((platform.clock.now() - Date.now()) / 30_000))
  const { recovery } = await enableTotp(platform, ada.uid, now())
  const credentials = {
    ...({ kind: 'email', email: ada.email, password: ada.password, isRestricted: false } as const),
    otp: recovery[0],
  }
  await login(platform, credentials, { ...testOrigin, device: 'device-bbbb' })
  expect(await letters(ada.email)).toHaveLength(1)
  expect(await findSecurity(platform.database.db, ada.uid)).toMatchObject({ pauseReason: null })
})

describe('the list of sessions', () => {
  it('shows the country where it is known and the last use to five minutes', async () => {
    const kim = await newCustomer(platform)
    const { db } = platform.database
    const token = await from(kim, { country: 'KR' })
    const began = platform.clock.business()
    const read = async () => {
      const session = await authenticateCustomer(db, platform.clock, token)
      if (session.kind !== 'ok') throw new Error('not signed in')
      return (await listSessions(db, platform.clock, session.customer))[0]
    }
    platform.clock.tick(299_000)
    expect(await read()).toMatchObject({ country: 'KR', lastUsed: began })
    platform.clock.tick(1000)
    expect(await read()).toMatchObject({ lastUsed: began + 300_000 })
  })
})
