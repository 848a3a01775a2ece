import { DomainError } from '@glasshouse/core/errors/registry'
import { codeLifeMs } from '@glasshouse/core/identity/rules'
import { solveCaptcha } from '@glasshouse/testkit/captcha'
import { longIt, someCases } from '@glasshouse/testkit/cases'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listMessagesTo } from '../../notifications/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { createCaptcha } from './captcha.ts'
import { checkCode, consumeCode, sendVerifyCode } from './codes.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

const mail = (recipient: string) => ({ channel: 'email', recipient }) as const
const send = (
  to: ReturnType<typeof mail>,
  purpose: 1 | 2,
  at = platform,
  captcha?: string,
  ip = '127.0.0.1',
) => sendVerifyCode(at, { to, purpose, lang: 'en', ip, captcha })
const codesOf = async (recipient: string) =>
  (await listMessagesTo(platform.database.db, recipient)).map(({ code }) => code ?? '')
const newestCode = async (recipient: string) => (await codesOf(recipient))[0] ?? ''
const attempt = (recipient: string, code: string, purpose: 1 | 2 = 1) =>
  checkCode(platform.database.db, platform.clock.now(), mail(recipient), purpose, code)
const other = (code: string) => (code === '000000' ? '000001' : '000000')

it('sends one code and asks for patience until the wait is over', async () => {
  const to = mail('wait@example.com')
  expect(await send(to, 1)).toEqual({ wait: 120 })
  platform.clock.tick(30_000)
  expect(await expectDomainError(send(to, 1))).toEqual({
    code: 'tooManyRequests',
    data: { retryAfter: 90 },
  })
  platform.clock.tick(90_000)
  expect(await send(to, 1)).toEqual({ wait: 120 })
  expect(await codesOf(to.recipient)).toHaveLength(2)
})

it('counts the wait per address and purpose', async () => {
  await send(mail('one@example.com'), 1)
  await send(mail('two@example.com'), 1)
  expect(await send(mail('one@example.com'), 2)).toEqual({ wait: 60 })
})

it('sends exactly one of a hundred asked for at once', async () => {
  const to = mail('hundred@example.com')
  const asked = Array.from({ length: 100 }, () => send(to, 1))
  const answers = await Promise.allSettled(asked)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(
    answers.every(
      (a) =>
        a.status === 'fulfilled' || (a.reason instanceof DomainError && a.reason.code === 'tooManyRequests'),
    ),
  ).toBe(true)
  expect(await codesOf(to.recipient)).toHaveLength(1)
})

const liveOne = () => ({ ...platform, settings: { ...platform.settings, MODE: 'live' as const } })
const needsCaptcha = { code: 'invalidField', data: { field: 'code' } }

it('asks for a captcha after several codes to one recipient within an hour, known or not, and takes each once', async () => {
  const live = liveOne()
  const recipients = [
    [mail('often@example.com'), '192.0.2.1'],
    [mail('often2@example.com'), '192.0.2.2'],
  ] as const
  for (const [to, ip] of someCases(recipients, 0)) {
    for (let sent = 0; sent < 4; sent += 1) {
      await send(to, 2, live, undefined, ip)
      live.clock.tick(61_000)
    }
    expect(await expectDomainError(send(to, 2, live, undefined, ip))).toEqual(needsCaptcha)
    expect(await expectDomainError(send(to, 2, live, 'bm90aGluZw==', ip))).toEqual(needsCaptcha)
    const answer = solveCaptcha(await createCaptcha(live))
    expect(await send(to, 2, live, answer, ip)).toEqual({ wait: 60 })
    live.clock.tick(61_000)
    expect(await expectDomainError(send(to, 2, live, answer, ip))).toEqual(needsCaptcha)
    // A request refused for another reason leaves the captcha unused.
    const fresh = solveCaptcha(await createCaptcha(live))
    expect(await send(to, 2, live, fresh, ip)).toEqual({ wait: 60 })
    const kept = solveCaptcha(await createCaptcha(live))
    expect((await expectDomainError(send(to, 2, live, kept, ip))).code).toBe('tooManyRequests')
    live.clock.tick(61_000)
    expect(await send(to, 2, live, kept, ip)).toEqual({ wait: 60 })
  }
})

it('asks for a captcha after many codes from one address, a whole IPv6 network being one, and caps its day', async () => {
  const live = liveOne()
  for (let sent = 0; sent < 12; sent += 1)
    await send(mail(`n${sent}@example.com`), 1, live, undefined, `2001:db8:1:2::${sent}`)
  const more = (ip: string, captcha?: string) => send(mail(`m${ip}@example.com`), 1, live, captcha, ip)
  expect(await expectDomainError(more('2001:db8:1:2:ffff::1'))).toEqual(needsCaptcha)
  expect(await more('2001:db8:1:3::1')).toEqual({ wait: 120 })
  await sql`update access_attempt set count = 200 where key like 'codesADay:%' and count = 12`.execute(
    platform.database.db,
  )
  const refusal = await expectDomainError(more('2001:db8:1:2::1', solveCaptcha(await createCaptcha(live))))
  expect(refusal).toEqual({ code: 'tooManyRequests', data: { retryAfter: 86_400 } })
})

it('asks for a captcha before the next code where codes were tried wrongly again and again', async () => {
  const live = liveOne()
  const to = mail('guessed@example.com')
  await send(to, 1, live, undefined, '192.0.2.9')
  const code = await newestCode(to.recipient)
  for (let tries = 0; tries < 5; tries += 1) await expectDomainError(attempt(to.recipient, other(code)))
  live.clock.tick(121_000)
  expect(await expectDomainError(send(to, 1, live, undefined, '192.0.2.9'))).toEqual(needsCaptcha)
})

longIt('lets practice mode send 200 codes from one address without a captcha', async () => {
  const ip = '192.0.2.77'
  await Promise.all(
    Array.from({ length: 200 }, (_, at) => send(mail(`p${at}@example.com`), 1, platform, undefined, ip)),
  )
})

it('limits the codes of a day in live mode and says when the next may be asked for', async () => {
  const live = liveOne()
  const to = mail('daily@example.com')
  for (let sent = 0; sent < 20; sent += 1) {
    // One an hour, so that no captcha is asked for.
    await send(to, 1, live)
    live.clock.tick(3_601_000)
  }
  const refusal = await expectDomainError(send(to, 1, live))
  expect(refusal.data).toEqual({ retryAfter: 86_400 - 20 * 3601 })
  live.clock.tick((86_400 - 20 * 3601) * 1000)
  expect(await send(to, 1, live)).toEqual({ wait: 120 })
})

it('answers a reset of an unknown account like one of a known, and sends it nothing', async () => {
  expect(await send(mail('nobody@example.com'), 2)).toEqual({ wait: 60 })
  expect(await codesOf('nobody@example.com')).toEqual([])
})

it('keeps no code in a readable form beside the message', async () => {
  await send(mail('rest@example.com'), 1)
  const code = await newestCode('rest@example.com')
  const { rows } = await sql<{ row: string }>`
    select identity_code::text as row from identity_code where address = 'rest@example.com'
  `.execute(platform.database.db)
  expect(rows[0]?.row).not.toContain(code)
})

it('takes the right code once', async () => {
  await send(mail('once@example.com'), 1)
  const right = await attempt('once@example.com', await newestCode('once@example.com'))
  const use = () => transact(platform.database.db, (tx) => consumeCode(tx, platform.clock.now(), right))
  const uses = await Promise.allSettled(Array.from({ length: 20 }, use))
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const again = attempt('once@example.com', await newestCode('once@example.com'))
  expect((await expectDomainError(again)).code).toBe('invalidVerificationCode')
})

it('is bound to its address and its purpose', async () => {
  await send(mail('bound@example.com'), 1)
  await send(mail('unbound@example.com'), 1)
  const code = await newestCode('bound@example.com')
  expect((await expectDomainError(attempt('bound@example.com', code, 2))).code).toBe(
    'invalidVerificationCode',
  )
  if (code !== (await newestCode('unbound@example.com')))
    expect((await expectDomainError(attempt('unbound@example.com', code))).code).toBe(
      'invalidVerificationCode',
    )
})

it('loses no tries to another purpose', async () => {
  await send(mail('purposes@example.com'), 1)
  const code = await newestCode('purposes@example.com')
  for (let tries = 0; tries < 6; tries += 1) await expectDomainError(attempt('purposes@example.com', code, 2))
  await attempt('purposes@example.com', code, 1)
})

it('is good for five tries, however many come at once', async () => {
  await send(mail('five@example.com'), 1)
  const code = await newestCode('five@example.com')
  for (let tries = 0; tries < 4; tries += 1)
    expect((await expectDomainError(attempt('five@example.com', other(code)))).code).toBe(
      'invalidVerificationCode',
    )
  const last = await Promise.allSettled([1, 2, 3].map(() => attempt('five@example.com', code)))
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('is good for ten minutes, whatever the business calendar says', async () => {
  await send(mail('life@example.com'), 1)
  const code = await newestCode('life@example.com')
  platform.clock.advance(86_400_000)
  platform.clock.tick(codeLifeMs - 1)
  await attempt('life@example.com', code)
  platform.clock.tick(1)
  expect((await expectDomainError(attempt('life@example.com', code))).code).toBe('invalidVerificationCode')
})

it('loses to a newer code', async () => {
  const to = mail('newer@example.com')
  await send(to, 1)
  const old = await attempt(to.recipient, await newestCode(to.recipient))
  platform.clock.tick(120_000)
  await send(to, 1)
  const use = transact(platform.database.db, (tx) => consumeCode(tx, platform.clock.now(), old))
  expect((await expectDomainError(use)).code).toBe('invalidVerificationCode')
})

it('says that a code which is not six digits is malformed', async () => {
  expect(await expectDomainError(attempt('five@example.com', '12345'))).toEqual({
    code: 'invalidField',
    data: { field: 'verifycode' },
  })
})
