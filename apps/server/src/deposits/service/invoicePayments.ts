import { judgeDepositAllowance } from '@glasshouse/core/deposits/judge'
import {
  type InvoiceUnits,
  invoiceUnits,
  type PaymentInput,
  splitPayment,
  valuePayment,
} from '@glasshouse/core/deposits/paymentValue'
import { messageOf } from '@glasshouse/core/errors/messages'
import { parseDecimal } from '@glasshouse/core/money/units'
import { getSetting } from '../../content/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type Gateway, type GatewayInvoice, type GatewayPayment, readRate } from '../btcpay/client.ts'
import {
  type DepositRow,
  listPaymentKeys,
  lockDepositOf,
  updateExpiry,
  updateRemark,
} from '../store/deposits.ts'
import { type DueInvoice, updateInvoice, upsertSharedIds } from '../store/invoices.ts'
import { insertPaymentValue, listPaymentValues, type PaymentValueRow } from '../store/paymentValues.ts'
import { creditPayment } from './credit.ts'
import { depositError, readAllowance } from './depositAllowance.ts'

/** Invoices are written in the currency of the setting `usdt_exchange_rate`. */
export const invoiceCurrency = 'USD'

/** The gateway reports every change; polling covers reports that were lost. */
export const invoicePollMs = 5 * 60_000

/** Held payments are tried again this often, so that a raised or elapsed limit releases them soon. */
const heldRetryMs = 15 * 60_000

type Deps = Pick<Platform, 'clock' | 'database' | 'log'> & { readonly gateway: Gateway }
type ReadInvoice = GatewayInvoice & { readonly payments: readonly GatewayPayment[] }

const keyOf = (due: DueInvoice, payment: GatewayPayment): string =>
  `deposit:btcpay:${due.invoice_id}:${payment.method}:${payment.id}`

/** Key under which the part of a payment is credited that is worth more than was invoiced. */
const repricedKeyOf = (key: string): string => `${key}:repriced`

const openUnits = (read: GatewayInvoice, values: readonly PaymentValueRow[]): InvoiceUnits => {
  const total = invoiceUnits(read.amount)
  if (total === null) throw new Error(`invoice ${read.id} has no readable amount`)
  return values.reduce((open, { covered }) => open - covered, total)
}

/** Marked invalid by the operator at the gateway: its payments are handled there. */
const isVoided = ({ state, why }: GatewayInvoice): boolean => state === 'Invalid' && why === 'Marked'

/** Settled payments by their key; several where the gateway gave them one id. */
const paymentsByKey = (due: DueInvoice, read: ReadInvoice): ReadonlyMap<string, GatewayPayment[]> =>
  isVoided(read)
    ? new Map()
    : Map.groupBy(
        read.payments.filter(({ state }) => state === 'Settled'),
        (payment) => keyOf(due, payment),
      )

/**
 * Payments to be credited, oldest first: the invoiced amount is covered in the order of arrival. Of several with one id only
 * the smallest is certain, and of equal ones the latest.
 */
const settledPayments = (due: DueInvoice, read: ReadInvoice): readonly GatewayPayment[] =>
  [...paymentsByKey(due, read).values()]
    .flatMap((same) => same.toSorted(byCertainty)[0] ?? [])
    .toSorted((a, b) => a.receivedMs - b.receivedMs || (a.id < b.id ? -1 : 1))

const byCertainty = (a: GatewayPayment, b: GatewayPayment): number => {
  const [one, other] = [amountOf(a), amountOf(b)]
  return one === other ? b.receivedMs - a.receivedMs : one < other ? -1 : 1
}

/** Coins of a payment in the smallest unit that any network has. */
const amountOf = ({ id, value }: GatewayPayment): bigint => {
  const amount = parseDecimal(value, 18)
  if (amount === null) throw new Error(`payment ${id} has no readable amount`)
  return amount
}

/** Ids that the gateway gave to more than one settled payment. */
const sharedIds = (due: DueInvoice, read: ReadInvoice): readonly string[] =>
  [...paymentsByKey(due, read).values()].flatMap(([first, ...others]) =>
    first === undefined || others.length === 0 ? [] : `${first.method}:${first.id}`,
  )

/**
 * Credited payments that the gateway does not count any more: paid twice by their sender, or dropped by a reorganization.
 * One that is processing again is there.
 */
const missingPayments = (
  due: DueInvoice,
  read: ReadInvoice,
  values: readonly PaymentValueRow[],
  credited: ReadonlySet<string>,
): readonly string[] => {
  if (isVoided(read)) return []
  const counted = read.payments.filter(({ state }) => state === 'Settled' || state === 'Processing')
  const keys = new Set(counted.map((payment) => keyOf(due, payment)))
  return values
    .map(({ key }) => key)
    .filter((key) => (credited.has(key) || credited.has(repricedKeyOf(key))) && !keys.has(key))
}

/**
 * Present rates of the payment methods that need one, by method. Read before the transaction, so that no lock waits
 * for the gateway.
 */
const readFreshRates = async (
  { database, gateway }: Pick<Deps, 'database' | 'gateway'>,
  due: DueInvoice,
  read: ReadInvoice,
): Promise<ReadonlyMap<string, string>> => {
  const values = await listPaymentValues(database.db, due.deposit_id)
  const valued = new Set(values.map(({ key }) => key))
  const methods = new Set<string>()
  let open = openUnits(read, values)
  for (const payment of settledPayments(due, read)) {
    if (valued.has(keyOf(due, payment))) continue
    const split = splitPayment({ ...payment, isInTime: payment.receivedMs <= read.expiresMs, due: open })
    if (split === null) throw new Error(`payment ${payment.id} has no readable amount`)
    if (split.beyond > 0n) methods.add(payment.method)
    open -= split.covered
  }
  const rates = await Promise.all(
    [...methods].map(async (method) => [method, await readRate(gateway, method, invoiceCurrency)] as const),
  )
  return new Map(rates)
}

/** Fixes the value of a payment that has none yet. */
const fixValue = async (
  { clock }: Deps,
  tx: Tx,
  due: DueInvoice,
  payment: GatewayPayment,
  rule: Pick<PaymentInput, 'freshRate' | 'freshPerUsdt' | 'isInTime' | 'due'>,
): Promise<PaymentValueRow> => {
  const value = valuePayment({ ...payment, ...rule, perUsdt: due.per_usdt })
  if (value === null) throw new Error(`payment ${payment.id} cannot be valued`)
  const row: PaymentValueRow = {
    key: keyOf(due, payment),
    deposit_id: due.deposit_id,
    covered: value.covered,
    at_invoice_rate: value.atInvoiceRate,
    repriced: value.repriced,
    invoice_rate: payment.rate,
    fresh_rate: rule.freshRate,
    received_ms: payment.receivedMs,
    valued_ms: clock.now(),
  }
  await insertPaymentValue(tx, row)
  return row
}

/**
 * Credits what a payment is worth. The repriced part was not in the amount the deposit limit was asked about, so the
 * limit is asked again; returns false while the limit holds that part back, and tells the customer why.
 */
const creditValue = async (
  { clock }: Deps,
  tx: Tx,
  deposit: DepositRow,
  value: PaymentValueRow,
  credited: ReadonlySet<string>,
): Promise<boolean> => {
  if (value.at_invoice_rate > 0n) await creditPayment(tx, deposit, value.key, value.at_invoice_rate, clock)
  const key = repricedKeyOf(value.key)
  if (value.repriced === 0n || credited.has(key)) return true
  const allowance = await readAllowance({ clock }, tx, deposit.uid, null)
  const { problem } = judgeDepositAllowance(allowance, value.repriced)
  // A closed account is credited: the money is there, and its limit can no longer be raised.
  if (problem !== null && problem.kind !== 'closed') {
    const { code, data } = depositError(problem)
    await updateRemark(tx, deposit.id, messageOf(code, data, deposit.lang))
    return false
  }
  await creditPayment(tx, deposit, key, value.repriced, clock)
  if (deposit.remark !== null) await updateRemark(tx, deposit.id, null)
  return true
}

/** When an invoice is read again: while the gateway watches it, a payment is not final, or a limit holds one back. */
const nextCheck = (
  { watchedMs }: GatewayInvoice,
  isComing: boolean,
  isHeld: boolean,
  nowMs: number,
): number | null => {
  if (isComing || nowMs < watchedMs + invoicePollMs) return nowMs + invoicePollMs
  return isHeld ? nowMs + heldRetryMs : null
}

/**
 * Credits every payment the gateway calls settled, each once by its own id, and stores the invoice's state. An id of several
 * payments is reported once; the operator decides about the rest of them at the gateway. A credited payment that is gone is
 * reported at every reading, and holds back what was not credited yet.
 *
 * The invoice's rate holds for the invoiced amount that arrived before the invoice expired; the rest is valued at
 * the lower of that rate and the present one (security rules, section 6).
 */
export const settleInvoice = async (
  deps: Deps,
  due: DueInvoice,
  read: ReadInvoice,
  checkedMs: number,
): Promise<void> => {
  const { database, log } = deps
  const freshRates = await readFreshRates(deps, due, read)
  const shared = sharedIds(due, read)
  const { reported, missing } = await transact(database.db, async (tx) => {
    const deposit = await lockDepositOf(tx, due.deposit_id)
    if (deposit === undefined) throw new Error(`invoice ${due.invoice_id} has no deposit`)
    const values = await listPaymentValues(tx, deposit.id)
    const credited = await listPaymentKeys(tx, deposit.id)
    const freshPerUsdt = await getSetting(tx, 'usdt_exchange_rate')
    let open = openUnits(read, values)
    const missing = missingPayments(due, read, values, credited)
    let isHeld = false
    for (const payment of settledPayments(due, read)) {
      const key = keyOf(due, payment)
      // It may be what replaced the missing one: the same money would be credited twice.
      if (missing.length > 0 && !credited.has(key) && !credited.has(repricedKeyOf(key))) {
        isHeld = true
        continue
      }
      const known = values.find((value) => value.key === key)
      const rule = {
        freshRate: freshRates.get(payment.method) ?? null,
        freshPerUsdt,
        isInTime: payment.receivedMs <= read.expiresMs,
        due: open,
      }
      const value = known ?? (await fixValue(deps, tx, due, payment, rule))
      if (known === undefined) open -= value.covered
      if (!(await creditValue(deps, tx, deposit, value, credited))) isHeld = true
    }
    const isComing = !isVoided(read) && read.payments.some(({ state }) => state === 'Processing')
    const dueMs = nextCheck(read, isComing, isHeld, checkedMs)
    const { state, why, watchedMs } = read
    const isNewest = await updateInvoice(tx, deposit.id, { state, why, watchedMs, dueMs, checkedMs })
    if (isNewest && deposit.paid_ms === null)
      await updateExpiry(tx, deposit.id, isComing || isHeld ? null : read.expiresMs)
    return {
      reported: shared.length === 0 ? [] : await upsertSharedIds(tx, deposit.id, shared),
      // An older answer may not know what a newer one was credited by.
      missing: isNewest ? missing : [],
    }
  })
  for (const payment of missing)
    log.error(
      { deposit: due.deposit_id, invoice: due.invoice_id, payment },
      'credited payment missing from gateway',
    )
  for (const payment of reported)
    log.error(
      { deposit: due.deposit_id, invoice: due.invoice_id, payment },
      'a gateway has several payments with one id; the smallest is credited, see the runbook',
    )
}
