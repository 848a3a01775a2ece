/**
 * Gateway payments that have one id: what is certain is credited, the id is reported once, all others go on. Credited ones that
 * the gateway does not count any more.
 */
import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { type FakeBtcpay, type FakeInvoice, openBtcpay } from '@glasshouse/testkit/btcpay'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import { depositInvariants } from '../store/invariants.ts'
import { createCheckoutDeposit } from './checkout.ts'
import { checkDueInvoices, onWebhookDelivery } from './invoices.ts'

let platform: TestPlatform
let btcpay: FakeBtcpay
const logged = vi.fn()
beforeAll(async () => {
  const practice = testPlatform(await cloneDatabase(8))
  btcpay = await openBtcpay(practice.clock.now)
  const log = { ...practice.log, error: logged, warn: vi.fn() } as unknown as TestPlatform['log']
  platform = { ...practice, log, settings: { ...practice.settings, MODE: 'live', ...btcpay.settings } }
  await sql`insert into content_setting (key, value, changed_ms) values ('usdt_exchange_rate', '1', 1)
    on conflict (key) do update set value = '1'`.execute(platform.database.db)
})
afterAll(async () => {
  await btcpay.close()
  await platform.database.drop()
})
afterEach(async () => {
  const checks = [...ledgerInvariants, ...depositInvariants]
  const report = await checkInvariants(platform.database.db, 1, checks)
  expect(report.invariants.flatMap(({ holds, name }) => (holds ? [] : [name]))).toEqual([])
  logged.mockClear()
})

const walletOf = async (uid: number) =>
  (await getBalances(platform.database.db, [customer(uid, 'wallet')]))[0] ?? 0n
/** A customer with an invoice over 640 dollars at 64000 dollars a coin. */
const begin = async () => {
  const { uid } = await newCustomer(platform)
  const url = await createCheckoutDeposit(platform, uid, { channel: 'btcpay', amount: usdt('640') }, 'en')
  const invoice = [...btcpay.invoices.values()].at(-1)
  if (invoice === undefined) throw new Error(`no invoice for ${url}`)
  invoice.rate = '64000'
  return { uid, invoice }
}
const pay = (invoice: FakeInvoice, id: string, value: string, receivedMs = platform.clock.now()): void => {
  invoice.payments.push({ id, value, status: 'Settled', receivedMs })
}
let deliveries = 0
const read = async (...invoices: readonly FakeInvoice[]) => {
  for (const { id: invoiceId } of invoices) {
    deliveries += 1
    await onWebhookDelivery(platform, { deliveryId: `s${deliveries}`, type: 'InvoiceChanged', invoiceId })
  }
  return checkDueInvoices(platform)
}

it('credits the smaller of two payments with one id, all others too, and reports the id once', async () => {
  const { uid, invoice } = await begin()
  pay(invoice, 'same', '0.003')
  pay(invoice, 'same', '0.002')
  pay(invoice, 'other', '0.001')
  expect(await read(invoice)).toEqual({ tried: 1, failed: 0 })
  // 0.002 and 0.001 coins at 64000 dollars.
  expect(await walletOf(uid)).toBe(usdt('192'))
  for (let again = 0; again < 3; again += 1) expect(await read(invoice)).toMatchObject({ failed: 0 })
  expect(await walletOf(uid)).toBe(usdt('192'))
  expect(logged.mock.calls).toMatchObject([
    [{ invoice: invoice.id, payment: 'BTC-CHAIN:same' }, expect.any(String)],
  ])
})

it('credits one of two equal payments with one id', async () => {
  const { uid, invoice } = await begin()
  pay(invoice, 'twice', '0.0025')
  pay(invoice, 'twice', '0.0025')
  expect(await read(invoice)).toMatchObject({ failed: 0 })
  expect(await walletOf(uid)).toBe(usdt('160'))
  expect(logged).toHaveBeenCalledTimes(1)
})

it('leaves what was credited when a second payment with its id comes later, and reports that once', async () => {
  const { uid, invoice } = await begin()
  pay(invoice, 'first', '0.004')
  await read(invoice)
  expect(await walletOf(uid)).toBe(usdt('256'))
  expect(logged).not.toHaveBeenCalled()
  pay(invoice, 'first', '0.001')
  await read(invoice)
  await read(invoice)
  expect(await walletOf(uid)).toBe(usdt('256'))
  expect(logged).toHaveBeenCalledTimes(1)
})

it('reports each id of an invoice, also one that is shared later', async () => {
  const { invoice } = await begin()
  for (const id of ['a', 'a', 'b']) pay(invoice, id, '0.001')
  await read(invoice)
  pay(invoice, 'b', '0.001')
  await read(invoice)
  expect(logged.mock.calls.map(([fields]) => fields.payment)).toEqual(['BTC-CHAIN:a', 'BTC-CHAIN:b'])
})

it('holds up no other invoice, and takes no payment that is not final for one that is', async () => {
  const [one, other] = [await begin(), await begin()]
  pay(one.invoice, 'x', '0.002')
  one.invoice.payments.push({ id: 'x', value: '0.001', status: 'Processing' })
  pay(other.invoice, 'x', '0.005')
  expect(await read(one.invoice, other.invoice)).toEqual({ tried: 2, failed: 0 })
  expect([await walletOf(one.uid), await walletOf(other.uid)]).toEqual([usdt('128'), usdt('320')])
  expect(logged).not.toHaveBeenCalled()
})

const gone = 'credited payment missing from gateway'

it('reports a credited payment that is gone, and credits none that may have replaced it', async () => {
  const { uid, invoice } = await begin()
  pay(invoice, 'taken back', '0.01')
  await read(invoice)
  expect(await walletOf(uid)).toBe(usdt('640'))
  const [first] = invoice.payments.splice(0)
  pay(invoice, 'replacement', '0.01')
  for (let again = 0; again < 2; again += 1) await read(invoice)
  expect(await walletOf(uid)).toBe(usdt('640'))
  const payment = `deposit:btcpay:${invoice.id}:BTC-CHAIN:taken back`
  expect(logged.mock.calls).toMatchObject(Array.from({ length: 2 }, () => [{ payment }, gone]))
  // Back in a later block, it is one of two that arrived.
  if (first === undefined) throw new Error('no payment')
  invoice.payments.push({ ...first, status: 'Processing' })
  await read(invoice)
  expect(await walletOf(uid)).toBe(usdt('1240'))
  expect(logged).toHaveBeenCalledTimes(2)
})

it('says nothing of credited payments once the operator marked the invoice invalid', async () => {
  const { uid, invoice } = await begin()
  pay(invoice, 'x', '0.002')
  await read(invoice)
  Object.assign(invoice, { status: 'Invalid', additionalStatus: 'Marked' })
  invoice.payments.splice(0)
  await read(invoice)
  expect([await walletOf(uid), logged.mock.calls]).toEqual([usdt('128'), []])
})
