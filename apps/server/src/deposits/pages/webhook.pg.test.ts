import { customer } from '@glasshouse/core/ledger/chart'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { type FakeBtcpay, type FakeInvoice, openBtcpay, signedByBtcpay } from '@glasshouse/testkit/btcpay'
import { caseStride } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import { buildHttp } from '../../platform/http/index.ts'
import { pollDeposits } from '../jobs.ts'
import { createCheckoutDeposit } from '../service/checkout.ts'
import { checkDueInvoices } from '../service/invoices.ts'
import { listDeposits } from '../service/list.ts'
import { depositInvariants } from '../store/invariants.ts'
import { hasOpenDeposit } from '../store/invoices.ts'
import { btcpayWebhook, isSignatureValid } from './webhook.ts'

let platform: TestPlatform
let btcpay: FakeBtcpay
let app: FastifyInstance
let woken = 0
const noSession = async () => ({ kind: 'none' }) as const
beforeAll(async () => {
  const practice = testPlatform(await cloneDatabase(24))
  btcpay = await openBtcpay(practice.clock.now)
  platform = { ...practice, settings: { ...practice.settings, MODE: 'live', ...btcpay.settings } }
  const wake = () => {
    woken += 1
  }
  app = buildHttp({
    platform,
    routes: [],
    customerOf: noSession,
    staffOf: noSession,
    plugins: [btcpayWebhook(platform, wake)],
  })
})
afterAll(async () => {
  await app.close()
  await btcpay.close()
  await platform.database.drop()
})
beforeEach(() => {
  btcpay.plan.status = 200
  btcpay.plan.rate = '60000'
})

const begin = async (money = '640') => {
  const { uid } = await newCustomer(platform)
  const url = await createCheckoutDeposit(platform, uid, { channel: 'btcpay', amount: usdt(money) }, 'kr')
  const invoice = btcpay.invoices.get(url.split('/').at(-1) ?? '')
  if (invoice === undefined) throw new Error('no invoice was created')
  return { uid, url, invoice }
}
let deliveries = 0
const send = (body: string, signature: string) =>
  app.inject({
    method: 'POST',
    url: '/hooks/btcpay',
    headers: { 'content-type': 'application/json', 'btcpay-sig': signature },
    payload: body,
  })
const sendToCustomer = async (invoice: FakeInvoice, type: string, deliveryId?: string, more?: object) => {
  deliveries += 1
  const { body, signature } = btcpay.call(invoice.id, type, deliveryId ?? `delivery ${deliveries}`, more)
  return (await send(body, signature)).statusCode
}
const pay = (invoice: FakeInvoice, id: string, value: string, status: 'Settled' | 'Processing' = 'Settled') =>
  void invoice.payments.push({ id, value, status, receivedMs: platform.clock.now() })
const check = () => checkDueInvoices(platform)
/** Repeats until nothing is due, like the job. */
const checkAll = async () => {
  while ((await check()).tried > 0);
}
const walletOf = async (uid: number) =>
  (await getBalances(platform.database.db, [customer(uid, 'wallet')]))[0]
const first = async (uid: number) =>
  (await listDeposits(platform, uid, { offset: 0, limit: 9, orderBy: 'id', direction: 'asc', state: null }))
    .rows[0]
const broken = async () => {
  const report = await checkInvariants(platform.database.db, 1, [...ledgerInvariants, ...depositInvariants])
  return report.invariants.filter(({ holds }) => !holds)
}

describe('an invoice', () => {
  it('is created in dollars for the amount the customer requested, and its page accepts the payment', async () => {
    const { uid, url, invoice } = await begin('640.001')
    expect(url).toBe(`${btcpay.url}/i/${invoice.id}`)
    expect(invoice).toMatchObject({
      amount: '640.01',
      currency: 'USD',
      checkout: { defaultLanguage: 'ko' },
    })
    expect(await first(uid)).toMatchObject({
      state: 'pending',
      amount: usdt('640.001'),
      channel: 'btcpay',
      paymentUrl: url,
    })
    expect(await walletOf(uid)).toBe(0n)
  })

  it('creates no deposit when the gateway is unreachable', async () => {
    const { uid } = await newCustomer(platform)
    for (const status of [0, 500, 401]) {
      btcpay.plan.status = status
      await expect(
        createCheckoutDeposit(platform, uid, { channel: 'btcpay', amount: usdt('100') }, 'en'),
      ).rejects.toThrow(/the payment gateway/)
    }
    expect(await first(uid)).toBeUndefined()
  })

  it('allows at most nine other pending deposits', async () => {
    const { uid } = await newCustomer(platform)
    const ask = () => createCheckoutDeposit(platform, uid, { channel: 'btcpay', amount: usdt('100') }, 'en')
    for (let begun = 0; begun < 10; begun += 1) await ask()
    const made = btcpay.invoices.size
    expect(await expectDomainError(ask())).toEqual({ code: 'tooManyOrders', data: { max: 10 } })
    expect(btcpay.invoices.size).toBe(made)
    platform.clock.tick(16 * 60_000)
    await ask()
  })

  it('is not offered in practice mode, and the sandbox not in live mode', async () => {
    const { uid } = await newCustomer(platform)
    const practice = { ...platform, settings: { ...platform.settings, MODE: 'practice' as const } }
    const request = { amount: usdt('100') }
    expect(
      (await expectDomainError(createCheckoutDeposit(practice, uid, { ...request, channel: 'btcpay' }, 'en')))
        .code,
    ).toBe('notFound')
    expect(
      (
        await expectDomainError(
          createCheckoutDeposit(platform, uid, { ...request, channel: 'sandbox' }, 'en'),
        )
      ).code,
    ).toBe('notFound')
  })
})

describe('a received payment is credited once', () => {
  it('when it is settled, and not while it is processing', async () => {
    const { uid, invoice } = await begin()
    pay(invoice, 'a', '0.01', 'Processing')
    invoice.status = 'Processing'
    expect(await sendToCustomer(invoice, 'InvoiceReceivedPayment')).toBe(200)
    await checkAll()
    expect(await walletOf(uid)).toBe(0n)
    // A payment that was seen keeps the deposit pending past its expiry.
    platform.clock.tick(3_600_000)
    expect(await first(uid)).toMatchObject({ state: 'pending' })
    for (const payment of invoice.payments) payment.status = 'Settled'
    invoice.status = 'Settled'
    await sendToCustomer(invoice, 'InvoiceSettled')
    await checkAll()
    expect(await walletOf(uid)).toBe(usdt('640'))
    expect(await first(uid)).toMatchObject({ state: 'credited', credited: usdt('640') })
    expect(await broken()).toEqual([])
  })

  it.each([
    ['too little, then the rest in time', ['0.004', '0.006'], 'Settled', 'None', '640'],
    ['too little for good', ['0.004'], 'Expired', 'PaidPartial', '256'],
    ['with a value that does not come out even', ['0.00000001'], 'Settled', 'None', '0.00064'],
  ] as const)('%s', async (_what, values, status, why, credited) => {
    const { uid, invoice } = await begin()
    for (const [at, value] of values.entries()) {
      platform.clock.tick(5 * 60_000)
      pay(invoice, `payment ${at}`, value)
      Object.assign(invoice, at + 1 === values.length ? { status, additionalStatus: why } : {})
      await sendToCustomer(invoice, 'InvoiceReceivedPayment')
      await checkAll()
    }
    await sendToCustomer(invoice, `Invoice${status}`)
    await checkAll()
    expect(await walletOf(uid)).toBe(usdt(credited))
    expect(await first(uid)).toMatchObject({ state: 'credited', credited: usdt(credited) })
    expect(await broken()).toEqual([])
  })

  /** The invoice's rate is 64,000; at the end of each case the gateway's present one is `rate`. */
  it.each([
    ['beyond the invoiced amount, at the lower fresh rate', 10, '60000', ['0.0125'], '790'],
    ['beyond the invoiced amount, at the invoice’s rate when that is lower', 10, '70000', ['0.0125'], '800'],
    ['late, at the lower fresh rate', 20, '60000', ['0.01'], '600'],
    ['late and too little', 20, '50000', ['0.002'], '100'],
    ['late, 50 BTC after a fall of 3 %', 20, '62080', ['50'], '3104000'],
    ['late, at the invoice’s rate after a rise', 20, '65000', ['0.01'], '640'],
    ['two in time, of which the second goes beyond', 10, '60000', ['0.006', '0.005'], '700'],
  ] as const)('%s', async (_what, minutes, rate, values, credited) => {
    const { uid, invoice } = await begin()
    btcpay.plan.rate = rate
    platform.clock.tick(minutes * 60_000)
    for (const [at, value] of values.entries()) pay(invoice, `payment ${at}`, value)
    invoice.status = 'Settled'
    await sendToCustomer(invoice, 'InvoiceSettled')
    await checkAll()
    expect(await walletOf(uid)).toBe(usdt(credited))
    // The value is fixed once: a later rate changes nothing, however often the invoice is read.
    btcpay.plan.rate = '90000'
    await sendToCustomer(invoice, 'InvoicePaymentSettled')
    await checkAll()
    expect(await walletOf(uid)).toBe(usdt(credited))
    expect(await broken()).toEqual([])
  })

  it('late only once the gateway has a rate', async () => {
    const { uid, invoice } = await begin()
    btcpay.plan.rate = null
    platform.clock.tick(20 * 60_000)
    pay(invoice, 'a', '0.01')
    invoice.status = 'Settled'
    await sendToCustomer(invoice, 'InvoiceSettled')
    await checkAll()
    expect(await walletOf(uid)).toBe(0n)
    btcpay.plan.rate = '60000'
    platform.clock.tick(11 * 60_000)
    await checkAll()
    expect(await walletOf(uid)).toBe(usdt('600'))
  })

  it('late within the customer’s own deposit limit, or as soon as it allows', async () => {
    const { uid, invoice } = await begin()
    await sql`insert into protection_limit (uid, name, value) values (${uid}, 'deposit', ${usdt('700')})`.execute(
      platform.database.db,
    )
    pay(invoice, 'in time', '0.01')
    platform.clock.tick(20 * 60_000)
    pay(invoice, 'late', '0.01')
    invoice.status = 'Settled'
    await sendToCustomer(invoice, 'InvoiceSettled')
    await checkAll()
    expect(await walletOf(uid)).toBe(usdt('640'))
    expect((await first(uid))?.remark).toContain('700')
    platform.clock.advance(86_400_000)
    platform.clock.tick(16 * 60_000)
    await checkAll()
    expect(await walletOf(uid)).toBe(usdt('1240'))
    expect((await first(uid))?.remark).toBeNull()
    expect(await broken()).toEqual([])
  })

  it('by the gateway’s word, never by what a call says', async () => {
    const { uid, invoice } = await begin()
    const lies = { payment: { id: 'z', value: '99', status: 'Settled' }, amount: '99', status: 'Settled' }
    expect(await sendToCustomer(invoice, 'InvoiceSettled', undefined, lies)).toBe(200)
    await checkAll()
    expect(await walletOf(uid)).toBe(0n)
    expect(await first(uid)).toMatchObject({ state: 'pending' })
  })

  it('at the price of a USDT when the invoice was created', async () => {
    const { uid, invoice } = await begin('1000')
    invoice.rate = '1.00'
    pay(invoice, 'a', '1000')
    invoice.status = 'Settled'
    await sendToCustomer(invoice, 'InvoiceSettled')
    await checkAll()
    expect(await walletOf(uid)).toBe(usdt('1000'))
  })

  it('for any order, repetition and concurrency of the webhook calls', async () => {
    const { uid, invoice } = await begin()
    pay(invoice, 'a', '0.01')
    invoice.status = 'Settled'
    const before = woken
    const types = ['InvoiceSettled', 'InvoiceProcessing', 'InvoiceReceivedPayment', 'InvoiceCreated']
    await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        expect(await sendToCustomer(invoice, types[at % 4] ?? '', `same ${at % 8}`)).toBe(200)
        await checkAll()
      }),
    )
    // A repeated delivery changes nothing.
    expect(woken - before).toBe(8)
    expect(await walletOf(uid)).toBe(usdt('640'))
    expect(await broken()).toEqual([])
  })

  it('not for an invoice the operator marked invalid, and not for a failed payment', async () => {
    const [marked, failed] = [await begin(), await begin()]
    pay(marked.invoice, 'a', '0.01')
    Object.assign(marked.invoice, { status: 'Invalid', additionalStatus: 'Marked' })
    failed.invoice.payments.push({ id: 'a', value: '0.01', status: 'Invalid' })
    failed.invoice.status = 'Invalid'
    for (const { invoice } of [marked, failed]) await sendToCustomer(invoice, 'InvoiceInvalid')
    await checkAll()
    expect([await walletOf(marked.uid), await walletOf(failed.uid)]).toEqual([0n, 0n])
    platform.clock.tick(3_600_000)
    expect(await first(marked.uid)).toMatchObject({ state: 'rejected' })
  })

  it('also when marked settled by hand: only payments count', async () => {
    const { uid, invoice } = await begin()
    Object.assign(invoice, { status: 'Settled', additionalStatus: 'Marked' })
    await sendToCustomer(invoice, 'InvoiceSettled', undefined, { manuallyMarked: true })
    await checkAll()
    expect(await walletOf(uid)).toBe(0n)
  })
})

describe('a webhook call', () => {
  it('that is forged, truncated, unsigned or unrelated changes nothing', async () => {
    const { uid, invoice } = await begin()
    pay(invoice, 'a', '0.01')
    const { body, signature } = btcpay.call(invoice.id, 'InvoiceSettled', 'forged')
    const before = woken
    for (const forged of [
      '',
      'sha256=',
      `sha256=${'0'.repeat(64)}`,
      signature.slice(0, -1),
      signature.slice(7),
    ])
      expect((await send(body, forged)).statusCode).toBe(401)
    expect((await send(body.replace('Settled', 'Expired'), signature)).statusCode).toBe(401)
    expect((await send(body, signedByBtcpay(body, 'another secret'))).statusCode).toBe(401)
    for (const bad of ['', '{}', '[]', 'null', '{"deliveryId":7}', '\u0000'])
      expect((await send(bad, signedByBtcpay(bad))).statusCode).toBe(400)
    expect(woken).toBe(before)
    await checkAll()
    expect(await walletOf(uid)).toBe(0n)
    const unknown = JSON.stringify({ deliveryId: 'u', type: 'InvoiceSettled', invoiceId: "' or 1=1 --" })
    expect((await send(unknown, signedByBtcpay(unknown))).statusCode).toBe(200)
    expect((await check()).failed).toBe(0)
  })

  it('gets 404 without a gateway', async () => {
    const practice = { ...platform, settings: { ...platform.settings, MODE: 'practice' as const } }
    const parts = { platform: practice, routes: [], customerOf: noSession, staffOf: noSession }
    const closed = buildHttp({ ...parts, plugins: [btcpayWebhook(practice, () => undefined)] })
    expect((await closed.inject({ method: 'POST', url: '/hooks/btcpay', payload: {} })).statusCode).toBe(404)
    await closed.close()
  })

  it('is verified over the raw bytes', () => {
    const body = Buffer.from('{"a": 1}')
    expect(isSignatureValid('s', body, signedByBtcpay('{"a": 1}', 's'))).toBe(true)
    expect(isSignatureValid('s', body, signedByBtcpay('{"a":1}', 's'))).toBe(false)
    expect(isSignatureValid('s', body, undefined)).toBe(false)
  })
})

describe('an unreachable gateway', () => {
  it('is polled again with growing waits, and lost calls are recovered', async () => {
    const { uid, invoice } = await begin()
    pay(invoice, 'a', '0.01')
    invoice.status = 'Settled'
    await sendToCustomer(invoice, 'InvoiceSettled')
    btcpay.plan.status = 503
    expect(await check()).toEqual({ tried: 1, failed: 1 })
    expect(await check()).toEqual({ tried: 0, failed: 0 })
    platform.clock.tick(2000)
    btcpay.plan.status = 0
    expect(await check()).toEqual({ tried: 1, failed: 1 })
    platform.clock.tick(4000)
    btcpay.plan.status = 200
    expect(await check()).toEqual({ tried: 1, failed: 0 })
    expect(await walletOf(uid)).toBe(usdt('640'))
    // There was no webhook call for this one.
    const silent = await begin()
    pay(silent.invoice, 'b', '0.01')
    silent.invoice.status = 'Settled'
    platform.clock.tick(5 * 60_000)
    await checkAll()
    expect(await walletOf(silent.uid)).toBe(usdt('640'))
  })

  it('is not polled after its monitoring period, and until then the account stays open', async () => {
    const { uid, invoice } = await begin()
    invoice.status = 'Expired'
    await sendToCustomer(invoice, 'InvoiceExpired')
    await checkAll()
    platform.clock.tick(16 * 60_000)
    expect(await first(uid)).toMatchObject({ state: 'rejected' })
    expect(await hasOpenDeposit(platform.database.db, uid, platform.clock.now())).toBe(true)
    platform.clock.tick(86_400_000 + 300_000)
    await checkAll()
    expect(await hasOpenDeposit(platform.database.db, uid, platform.clock.now())).toBe(false)
  })
})

it('the job credits payments reported by a call, and stops when it is closed', async () => {
  const { uid, invoice } = await begin()
  pay(invoice, 'a', '0.01')
  invoice.status = 'Settled'
  const job = pollDeposits({ ...platform, chains: new Map() }, 3_600_000)
  await sendToCustomer(invoice, 'InvoiceSettled')
  job.wake()
  await job.close()
  expect(await walletOf(uid)).toBe(usdt('640'))
  // In practice mode nothing is ever polled.
  const practice = { ...platform, settings: { ...platform.settings, MODE: 'practice' as const } }
  const idle = pollDeposits({ ...practice, chains: new Map() }, 1)
  btcpay.plan.status = 500
  idle.wake()
  await idle.close()
})

it('killed at any statement, a received payment is credited then or later', async () => {
  // Each case makes an invoice and polls it twice.
  for (const when of ['before', 'after'] as const)
    for (let at = 1; ; at += caseStride() ** 2) {
      const { uid, invoice } = await begin()
      pay(invoice, 'a', '0.005')
      pay(invoice, 'b', '0.005')
      // Beyond the invoiced amount: repriced at the fresh rate, 60,000.
      pay(invoice, 'c', '0.001')
      const { pool, url } = platform.database
      const death = killConnectionAt(url, at, when)
      await sendToCustomer(invoice, 'InvoiceSettled').catch(() => 0)
      await check().catch(() => null)
      const died = death.happened()
      death.over()
      await drainDeadConnections(pool)
      const now = (await walletOf(uid)) as Usdt
      expect([0n, usdt('700')]).toContain(now)
      platform.clock.tick(10 * 60_000)
      await checkAll()
      expect(await walletOf(uid)).toBe(usdt('700'))
      if (!died) break
    }
  expect(await broken()).toEqual([])
})
