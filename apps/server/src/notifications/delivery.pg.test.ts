import { languages } from '@glasshouse/core/wire/languages'
import { longIt } from '@glasshouse/testkit/cases'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type MailServer, openMailServer } from '@glasshouse/testkit/mailServer'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { openWebhook, type Webhook } from '@glasshouse/testkit/webhook'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMetrics } from '../platform/telemetry/index.ts'
import { monotonicMs } from '../platform/time/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { startDeliveryWorker } from './index.fixture.ts'
import { listMessagesTo, queueLinkMessage, queueVerificationCode, sendSecurityNotice } from './index.ts'
import { backOffMs } from './jobs.ts'
import { lockDueMessages, updateDelivery } from './store/messages.ts'

let platform: TestPlatform
let mail: MailServer
let webhook: Webhook
beforeEach(async () => {
  platform = testPlatform(await cloneDatabase())
  mail = await openMailServer()
  webhook = await openWebhook()
})
afterEach(async () => {
  await mail.close()
  await webhook.close()
  await platform.database.drop()
})

/** A delivery that sends only on command. */
const open = async (changes: Partial<TestPlatform['settings']> = {}) => {
  const settings = { ...platform.settings, SMTP_URL: mail.url, SMS_WEBHOOK_URL: webhook.url, ...changes }
  const metrics = createMetrics()
  const delivery = await startDeliveryWorker({
    platform: { ...platform, settings },
    metrics,
    pollMs: 3_600_000,
  })
  await delivery.round()
  return { ...delivery, metrics }
}
const ann = { channel: 'email', recipient: 'ann@example.com' } as const
const bob = { channel: 'sms', recipient: '447911123456' } as const
const write = (to: typeof ann | typeof bob, code = '042137', lang: (typeof languages)[number] = 'en') =>
  transact(platform.database.db, (tx) =>
    queueVerificationCode(platform, tx, platform.clock.now(), to, lang, code, 10, null),
  )
const rows = async () => {
  const found = await sql<{
    state: string
    attempts: number
    failure: string | null
    body: string
    code: string | null
  }>`
    select state, attempts, failure, body, code from notifications_message order by id
  `.execute(platform.database.db)
  return found.rows
}
const states = async () => (await rows()).map(({ state }) => state)

describe('a text with a code or a link, in live mode', () => {
  const live = () => ({ ...platform, settings: { ...platform.settings, MODE: 'live' as const } })
  const dump = async () => {
    const found = await sql<{ line: string }>`select m::text as line from notifications_message m`.execute(
      platform.database.db,
    )
    return found.rows.map(({ line }) => line).join('\n')
  }

  it('waits encrypted, is sent as it was written, and is erased', async () => {
    const until = { until: '2026-12-01', link: 'https://glasshouse.test/undo?token=abcdefgh' }
    await transact(platform.database.db, async (tx) => {
      await queueVerificationCode(live(), tx, platform.clock.now(), ann, 'en', '042137', 10, null)
      await queueLinkMessage(live(), tx, platform.clock.now(), 1, ann, 'en', 'lostFactor', until)
    })
    const waiting = await dump()
    for (const secret of ['042137', 'abcdefgh']) expect(waiting).not.toContain(secret)
    const delivery = await open({ MODE: 'live' })
    // The worker’s own first round may have taken them: closing it now would end its deliveries.
    await expect.poll(states).toEqual(['sent', 'sent'])
    await delivery.close()
    const letters = mail.received.map(({ text }) => text).join('\n')
    expect(letters).toContain('042137')
    expect(letters).toContain(until.link)
    const { rows: kept } = await sql`
      select id from notifications_message where sealed is not null or body <> ''`.execute(
      platform.database.db,
    )
    expect(kept).toEqual([])
  })

  it('is erased once it expired', async () => {
    await transact(platform.database.db, (tx) =>
      queueVerificationCode(live(), tx, platform.clock.now() - 11 * 60_000, ann, 'en', '042137', 10, null),
    )
    const delivery = await open({ MODE: 'live' })
    await delivery.close()
    expect(await states()).toEqual(['expired'])
    expect(mail.received).toEqual([])
    const { rows: kept } = await sql`select id from notifications_message where sealed is not null`.execute(
      platform.database.db,
    )
    expect(kept).toEqual([])
  })
})

describe('mail', () => {
  it('is sent once with subject, sender and text in every language', async () => {
    const delivery = await open()
    for (const lang of languages) await write(ann, '042137', lang)
    await transact(platform.database.db, (tx) =>
      sendSecurityNotice(tx, platform.clock.now(), { uid: 1, email: ann.recipient, lang: 'ru' }, 'password'),
    )
    await delivery.round()
    await delivery.round()
    expect(mail.received).toHaveLength(languages.length + 1)
    expect(await states()).toEqual(Array(languages.length + 1).fill('sent'))
    const texts = new Set(mail.received.map(({ text }) => text.trim()))
    for (const { body } of await rows()) expect([...texts]).toContain(body)
    for (const { to, from, headers } of mail.received) {
      expect(to).toEqual(['ann@example.com'])
      expect(from).toBe('no-reply@localhost')
      expect(headers.from).toBe('Glasshouse <no-reply@localhost>')
      expect(headers['auto-submitted']).toBe('auto-generated')
    }
    const names = mail.received.map(({ headers }) => headers['message-id'])
    expect(new Set(names).size).toBe(names.length)
    expect(await delivery.metrics.registry.metrics()).toContain(
      `glasshouse_notifications_total{channel="email",outcome="sent"} ${languages.length + 1}`,
    )
    await delivery.close()
  })

  it('stays readable in the practice outbox, and is cleared in live mode after sending', async () => {
    const practice = await open()
    await write(ann)
    await practice.round()
    expect((await listMessagesTo(platform.database.db, ann.recipient))[0]?.code).toBe('042137')
    await practice.close()
    const live = await open({ MODE: 'live' })
    await write(ann, '111111')
    await live.round()
    expect((await rows())[1]).toMatchObject({ state: 'sent', body: '', code: null })
    expect(mail.received[1]?.text).toContain('111111')
    await live.close()
  })

  it('is retried with growing waits while the server is unavailable, under the same message id', async () => {
    const delivery = await open()
    mail.plan.text = 451
    await write(ann)
    await delivery.round()
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }])
    platform.clock.tick(backOffMs(1) - 1)
    expect(await delivery.round()).toBe(0)
    platform.clock.tick(1)
    expect(await delivery.round()).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 2 }])
    mail.plan.text = 250
    platform.clock.tick(backOffMs(2))
    await delivery.round()
    expect(await states()).toEqual(['sent'])
    expect(mail.received).toHaveLength(1)
    expect(await delivery.metrics.registry.metrics()).toContain(
      'glasshouse_notifications_total{channel="email",outcome="retried"} 2',
    )
    await delivery.close()
  })

  it('fails when the server rejects the recipient permanently, without repeating its reply', async () => {
    const delivery = await open()
    mail.plan.recipient = 550
    await write(ann)
    await delivery.round()
    platform.clock.tick(500_000)
    expect(await delivery.round()).toBe(0)
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'failed', attempts: 1 })
    expect(row?.failure).toMatch(/^EENVELOPE 550$/)
    expect(await delivery.metrics.registry.metrics()).toContain(
      'glasshouse_notifications_total{channel="email",outcome="failed"} 1',
    )
    await delivery.close()
  })

  it('keeps the message pending when SMTP greets with 554', async () => {
    const delivery = await open()
    mail.plan.greeting = 554
    await write(ann)
    await delivery.round()
    expect(await states()).toEqual(['waiting'])
    await delivery.close()
  })

  it('waits while no server is listening, and expires with its code', async () => {
    const delivery = await open({ SMTP_URL: 'smtp://127.0.0.1:9' })
    await write(ann)
    await delivery.round()
    expect(await states()).toEqual(['waiting'])
    expect(await delivery.metrics.registry.metrics()).toContain('glasshouse_notifications_pending 1')
    platform.clock.tick(600_000)
    await delivery.round()
    expect(await states()).toEqual(['expired'])
    await delivery.close()
  })

  it('is sent again under the same message id when the connection died before the reply', async () => {
    const delivery = await open()
    mail.plan.text = 0
    await write(ann)
    await delivery.round()
    mail.plan.text = 250
    platform.clock.tick(backOffMs(1))
    await delivery.round()
    const names = mail.received.map(({ headers }) => headers['message-id'])
    expect(names).toHaveLength(2)
    expect(names[0]).toBe(names[1])
    expect(await states()).toEqual(['sent'])
    await delivery.close()
  })
})

describe('messages to phones', () => {
  it('reach the webhook with the number, the text and a key', async () => {
    const delivery = await open()
    await write(bob, '555111', 'es')
    await delivery.round()
    const [row] = await rows()
    expect(webhook.called).toEqual([
      {
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
        body: { id: expect.any(String), to: '+447911123456', text: row?.body, lang: 'es' },
      },
    ])
    const [call] = webhook.called
    expect(call?.body).toMatchObject({ id: call?.headers['idempotency-key'] })
    await delivery.close()
  })

  it.each([
    [500, 'waiting'],
    [429, 'waiting'],
    [0, 'waiting'],
    [400, 'failed'],
    [401, 'failed'],
    [302, 'waiting'],
  ])('after status %i are %s', async (status, state) => {
    const delivery = await open()
    webhook.plan.status = status
    await write(bob)
    await delivery.round()
    expect(await states()).toEqual([state])
    await delivery.close()
  })
})

longIt('sends each of many messages once with concurrent deliveries', async () => {
  const deliveries = await Promise.all([open(), open(), open()])
  for (let at = 0; at < 40; at += 1) await write(at % 2 === 0 ? ann : bob)
  for (let rounds = 0; rounds < 3; rounds += 1) await Promise.all(deliveries.map(({ round }) => round()))
  expect(mail.received).toHaveLength(20)
  expect(webhook.called).toHaveLength(20)
  expect(new Set(await states())).toEqual(new Set(['sent']))
  for (const delivery of deliveries) await delivery.close()
})

it('takes over messages of a killed sender, and ignores a late sender', async () => {
  await write(ann)
  const atMs = platform.clock.now()
  const [dead] = await lockDueMessages(platform.database.db, ['email'], atMs, atMs + 120_000, 20)
  expect(dead?.attempts).toBe(1)
  const delivery = await open()
  expect(mail.received).toHaveLength(0)
  platform.clock.tick(120_000)
  await delivery.round()
  expect(mail.received).toHaveLength(1)
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }])
  if (dead !== undefined)
    await updateDelivery(platform.database.db, dead, { state: 'failed', failure: 'late' }, atMs, false)
  expect(await rows()).toMatchObject([{ state: 'sent', failure: null }])
  await delivery.close()
})

it('runs by itself and stops', async () => {
  const settings = { ...platform.settings, SMTP_URL: mail.url }
  const delivery = await startDeliveryWorker({ platform: { ...platform, settings }, pollMs: 5 })
  await write(ann)
  await expect.poll(() => mail.received.length).toBe(1)
  await delivery.close()
  await write(ann)
  expect(mail.received).toHaveLength(1)
})

it.each(['email', 'sms'] as const)(
  'closes at once while the %s transport hangs, and keeps the message',
  async (channel) => {
    mail.plan.text = -1
    webhook.plan.status = -1
    const settings = { ...platform.settings, SMTP_URL: mail.url, SMS_WEBHOOK_URL: webhook.url }
    await write(channel === 'email' ? ann : bob)
    const delivery = await startDeliveryWorker({ platform: { ...platform, settings }, pollMs: 5 })
    const heard = () => (channel === 'email' ? mail.plan.asked : webhook.called.length)
    await expect.poll(heard).toBe(1)
    const began = monotonicMs()
    await delivery.close()
    expect(monotonicMs() - began).toBeLessThan(2000)
    expect(await states()).toEqual(['waiting'])
  },
)

it('does nothing without a transport', async () => {
  const delivery = await startDeliveryWorker({ platform })
  await write(ann)
  expect(await delivery.round()).toBe(0)
  expect(await states()).toEqual(['waiting'])
  await delivery.close()
})
