import { codeLifeMs } from '@glasshouse/core/identity/rules'
import { Refusal } from '@glasshouse/core/refusals/registry'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { refusedWith } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messagesTo } from '../../notifications/index.ts'
import { transact } from '../../platform/index.ts'
import { sendVerifyCode, tryCode, useCode } from './codes.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

const mail = (recipient: string) => ({ channel: 'email', recipient }) as const
const codesOf = async (recipient: string) =>
  (await messagesTo(platform.database.db, recipient)).map(({ code }) => code ?? '')
const newestCode = async (recipient: string) => (await codesOf(recipient))[0] ?? ''
const attempt = (recipient: string, code: string, purpose: 1 | 2 = 1) =>
  tryCode(platform.database.db, platform.clock.now(), mail(recipient), purpose, code)
const other = (code: string) => (code === '000000' ? '000001' : '000000')

it('sends one code and asks for patience until the wait is over', async () => {
  const to = mail('wait@example.com')
  expect(await sendVerifyCode(platform, to, 1, 'en')).toEqual({ wait: 120 })
  platform.clock.tick(30_000)
  expect(await refusedWith(sendVerifyCode(platform, to, 1, 'en'))).toEqual({
    code: 'tooManyRequests',
    data: { retryAfter: 90 },
  })
  platform.clock.tick(90_000)
  expect(await sendVerifyCode(platform, to, 1, 'en')).toEqual({ wait: 120 })
  expect(await codesOf(to.recipient)).toHaveLength(2)
})

it('counts the wait per address and purpose', async () => {
  await sendVerifyCode(platform, mail('one@example.com'), 1, 'en')
  await sendVerifyCode(platform, mail('two@example.com'), 1, 'en')
  expect(await sendVerifyCode(platform, mail('one@example.com'), 2, 'en')).toEqual({ wait: 60 })
})

it('sends exactly one of a hundred asked for at once', async () => {
  const to = mail('hundred@example.com')
  const asked = Array.from({ length: 100 }, () => sendVerifyCode(platform, to, 1, 'en'))
  const answers = await Promise.allSettled(asked)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(
    answers.every(
      (a) => a.status === 'fulfilled' || (a.reason instanceof Refusal && a.reason.code === 'tooManyRequests'),
    ),
  ).toBe(true)
  expect(await codesOf(to.recipient)).toHaveLength(1)
})

it('limits the codes of a day in live mode and says when the next may be asked for', async () => {
  const live = { ...platform, settings: { ...platform.settings, MODE: 'live' as const } }
  const to = mail('daily@example.com')
  for (let sent = 0; sent < 20; sent += 1) {
    await sendVerifyCode(live, to, 1, 'en')
    live.clock.tick(121_000)
  }
  const refusal = await refusedWith(sendVerifyCode(live, to, 1, 'en'))
  expect(refusal.data).toEqual({ retryAfter: 86_400 - 20 * 121 })
  live.clock.tick((86_400 - 20 * 121) * 1000)
  expect(await sendVerifyCode(live, to, 1, 'en')).toEqual({ wait: 120 })
})

it('answers a reset of an unknown account like one of a known, and sends it nothing', async () => {
  expect(await sendVerifyCode(platform, mail('nobody@example.com'), 2, 'en')).toEqual({ wait: 60 })
  expect(await codesOf('nobody@example.com')).toEqual([])
})

it('keeps no code in a readable form beside the message', async () => {
  await sendVerifyCode(platform, mail('rest@example.com'), 1, 'en')
  const code = await newestCode('rest@example.com')
  const { rows } = await sql<{ row: string }>`
    select identity_code::text as row from identity_code where address = 'rest@example.com'
  `.execute(platform.database.db)
  expect(rows[0]?.row).not.toContain(code)
})

it('takes the right code once', async () => {
  await sendVerifyCode(platform, mail('once@example.com'), 1, 'en')
  const right = await attempt('once@example.com', await newestCode('once@example.com'))
  const use = () => transact(platform.database.db, (tx) => useCode(tx, platform.clock.now(), right))
  const uses = await Promise.allSettled(Array.from({ length: 20 }, use))
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const again = attempt('once@example.com', await newestCode('once@example.com'))
  expect((await refusedWith(again)).code).toBe('verificationCodeWrong')
})

it('is bound to its address and its purpose', async () => {
  await sendVerifyCode(platform, mail('bound@example.com'), 1, 'en')
  await sendVerifyCode(platform, mail('unbound@example.com'), 1, 'en')
  const code = await newestCode('bound@example.com')
  expect((await refusedWith(attempt('bound@example.com', code, 2))).code).toBe('verificationCodeWrong')
  if (code !== (await newestCode('unbound@example.com')))
    expect((await refusedWith(attempt('unbound@example.com', code))).code).toBe('verificationCodeWrong')
})

it('loses no tries to another purpose', async () => {
  await sendVerifyCode(platform, mail('purposes@example.com'), 1, 'en')
  const code = await newestCode('purposes@example.com')
  for (let tries = 0; tries < 6; tries += 1) await refusedWith(attempt('purposes@example.com', code, 2))
  await attempt('purposes@example.com', code, 1)
})

it('is good for five tries, however many come at once', async () => {
  await sendVerifyCode(platform, mail('five@example.com'), 1, 'en')
  const code = await newestCode('five@example.com')
  for (let tries = 0; tries < 4; tries += 1)
    expect((await refusedWith(attempt('five@example.com', other(code)))).code).toBe('verificationCodeWrong')
  const last = await Promise.allSettled([1, 2, 3].map(() => attempt('five@example.com', code)))
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('is good for ten minutes, whatever the business calendar says', async () => {
  await sendVerifyCode(platform, mail('life@example.com'), 1, 'en')
  const code = await newestCode('life@example.com')
  platform.clock.advance(86_400_000)
  platform.clock.tick(codeLifeMs - 1)
  await attempt('life@example.com', code)
  platform.clock.tick(1)
  expect((await refusedWith(attempt('life@example.com', code))).code).toBe('verificationCodeWrong')
})

it('loses to a newer code', async () => {
  const to = mail('newer@example.com')
  await sendVerifyCode(platform, to, 1, 'en')
  const old = await attempt(to.recipient, await newestCode(to.recipient))
  platform.clock.tick(120_000)
  await sendVerifyCode(platform, to, 1, 'en')
  const use = transact(platform.database.db, (tx) => useCode(tx, platform.clock.now(), old))
  expect((await refusedWith(use)).code).toBe('verificationCodeWrong')
})

it('says that a code which is not six digits is malformed', async () => {
  expect(await refusedWith(attempt('five@example.com', '12345'))).toEqual({
    code: 'fieldMalformed',
    data: { field: 'verifycode' },
  })
})
