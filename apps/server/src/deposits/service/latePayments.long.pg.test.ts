import { customer } from '@glasshouse/core/ledger/chart'
import { usdt } from '@glasshouse/core/money/units'
import { type FakeBtcpay, type FakeInvoice, type FakePayment, openBtcpay } from '@glasshouse/testkit/btcpay'
import { newCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerInvariants } from '../../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../../ledger/checks/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import { depositInvariants } from '../store/invariants.ts'
import { createCheckoutDeposit } from './checkout.ts'
import { checkDueInvoices, onWebhookDelivery } from './invoices.ts'

// Random histories of an invoice against a model that knows only the sentence of the rules: what arrives in time up to the
// invoiced amount counts at the invoice's rate, the rest at the lower of it and the rate when it is seen.

let platform: TestPlatform
let btcpay: FakeBtcpay
beforeAll(async () => {
  const practice = testPlatform(await cloneDatabase(8))
  btcpay = await openBtcpay(practice.clock.now)
  platform = { ...practice, settings: { ...practice.settings, MODE: 'live', ...btcpay.settings } }
})
afterAll(async () => {
  await btcpay.close()
  await platform.database.drop()
})

const walletOf = async (uid: number) =>
  (await getBalances(platform.database.db, [customer(uid, 'wallet')]))[0] ?? 0n
const broken = async () => {
  const report = await checkInvariants(platform.database.db, 1, [...ledgerInvariants, ...depositInvariants])
  return report.invariants.flatMap(({ holds, name }) => (holds ? [] : [name]))
}
const begin = async () => {
  const { uid } = await newCustomer(platform)
  const url = await createCheckoutDeposit(platform, uid, { channel: 'btcpay', amount: usdt('640') }, 'en')
  const invoice = btcpay.invoices.get(url.split('/').at(-1) ?? '')
  if (invoice === undefined) throw new Error('no invoice was created')
  return { uid, invoice, expiresMs: Math.floor(platform.clock.now() / 1000) * 1000 + 15 * 60_000 }
}
let deliveries = 0
/** The gateway reports the invoice, and the job reads it. */
const read = async ({ id }: FakeInvoice) => {
  deliveries += 1
  await onWebhookDelivery(platform, { deliveryId: `d${deliveries}`, type: 'InvoiceChanged', invoiceId: id })
  await readDue()
}
const readDue = async () => {
  let round = await checkDueInvoices(platform)
  while (round.tried > 0) {
    expect(round.failed).toBe(0)
    round = await checkDueInvoices(platform)
  }
}

/** Satoshi and whole dollars, so that the model needs no decimals. */
type Step =
  | { readonly kind: 'pay'; readonly satoshi: bigint; readonly isFinal: boolean }
  | { readonly kind: 'settle' }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'rate'; readonly dollars: bigint }
  | { readonly kind: 'read' }
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('pay' as const),
      satoshi: fc.oneof(fc.bigInt(1n, 30n), fc.bigInt(1n, 2_500_000n)),
      isFinal: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('settle' as const) }),
    fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 600 }) }),
    fc.record({ kind: fc.constant('rate' as const), dollars: fc.bigInt(20_000n, 120_000n) }),
    fc.record({ kind: fc.constant('read' as const) }),
  ),
  { minLength: 4, maxLength: 14 },
)

const invoiceRate = 64_000n
/** 640 dollars in satoshi × dollars. */
const invoiced = 640n * 100_000_000n
const decimal = (satoshi: bigint) =>
  `${satoshi / 100_000_000n}.${String(satoshi % 100_000_000n).padStart(8, '0')}`

/** What the sentence of the rules says, in units of 1e-8 USDT; a dollar is a USDT here. */
const model = () => {
  const valued = new Set<string>()
  let covered = 0n
  let total = 0n
  return {
    total: () => total,
    read: (payments: readonly FakePayment[], expiresMs: number, present: bigint) => {
      const settled = payments.filter(({ status, id }) => status === 'Settled' && !valued.has(id))
      const arrivedAt = ({ receivedMs = 0 }: FakePayment) => Math.floor(receivedMs / 1000) * 1000
      settled.sort((a, b) => arrivedAt(a) - arrivedAt(b) || (a.id < b.id ? -1 : 1))
      for (const payment of settled) {
        valued.add(payment.id)
        const satoshi = BigInt(payment.value.replace('.', ''))
        const worth = satoshi * invoiceRate
        const open = arrivedAt(payment) <= expiresMs ? invoiced - covered : 0n
        const fixed = worth < open ? worth : open
        covered += fixed
        // The rest in coins, at the lower rate; one USDT is 1e8 satoshi × dollars.
        const lower = present < invoiceRate ? present : invoiceRate
        total += fixed + ((worth - fixed) * lower) / invoiceRate
      }
    },
  }
}

describe('payments to an invoice', () => {
  it('in any order, in time or late, are credited with exactly what the rule says, once', async () => {
    const { db } = platform.database
    await sql`insert into content_setting (key, value, changed_ms) values ('usdt_exchange_rate', '1', 1)
      on conflict (key) do update set value = '1'`.execute(db)
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        const { uid, invoice, expiresMs } = await begin()
        const expected = model()
        let present = 60_000n
        btcpay.plan.rate = String(present)
        const readNow = async () => {
          await read(invoice)
          expected.read(invoice.payments, expiresMs, present)
          expect(await walletOf(uid)).toBe(expected.total())
        }
        for (const step of story) {
          if (step.kind === 'wait') platform.clock.tick(step.seconds * 1000)
          else if (step.kind === 'rate') {
            present = step.dollars
            btcpay.plan.rate = String(present)
          } else if (step.kind === 'read') await readNow()
          else if (step.kind === 'settle') for (const payment of invoice.payments) payment.status = 'Settled'
          else
            invoice.payments.push({
              id: `p${String(invoice.payments.length).padStart(2, '0')}`,
              value: decimal(step.satoshi),
              status: step.isFinal ? 'Settled' : 'Processing',
              receivedMs: platform.clock.now(),
            })
        }
        for (const payment of invoice.payments) payment.status = 'Settled'
        await readNow()
        // A second reading and a changed rate change nothing.
        btcpay.plan.rate = '1'
        await readNow()
        btcpay.plan.rate = '60000'
        // Past the time for which the gateway watches it, so that the next story reads its own invoice only.
        platform.clock.tick(2 * 86_400_000)
        await readDue()
      }),
      { numRuns: 40 },
    )
    expect(await broken()).toEqual([])
  })

  it.each([
    ['a credit that a value is missing for', `delete from funding_payment_value where key = $key`],
    ['a value that was never credited', `delete from funding_arrival where key = $key`],
    [
      'a value that differs from the credit',
      `update funding_payment_value set at_invoice_rate = 1 where key = $key`,
    ],
  ])('of which %s are found by the invariant', async (_what, change) => {
    const { invoice } = await begin()
    invoice.payments.push({ id: 'only', value: '0.005', status: 'Settled', receivedMs: platform.clock.now() })
    await read(invoice)
    const key = `deposit:btcpay:${invoice.id}:BTC-CHAIN:only`
    const undone = new Error('undone')
    await expect(
      platform.database.db.transaction().execute(async (tx) => {
        // Simulates an attacker who can disable the triggers of the tables.
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(change.replace('$key', `'${key}'`)).execute(tx)
        const found: string[] = []
        for (const { name, broken } of depositInvariants) if ((await broken(tx)).length > 0) found.push(name)
        expect(found).toContain(
          'a payment to an invoice is credited with what it was valued at, and without a value with nothing',
        )
        throw undone
      }),
    ).rejects.toBe(undone)
  })
})
