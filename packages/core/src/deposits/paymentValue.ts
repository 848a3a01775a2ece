import { amountScale, divide, type Usdt } from '../money/units.ts'
import { parseForeignDecimal } from './amounts.ts'

/** Decimals of a product of two foreign decimals: coin value × rate. */
const one = 10n ** 18n
const fiatOne = one * one

/** Units of an invoice's currency, 1e-36: a payment's value times its rate, exact. */
export type InvoiceUnits = bigint

/** A payment to an invoice and what it is valued by. Decimal texts come from the gateway. */
export type PaymentInput = {
  /** In the coin that was paid. */
  readonly value: string
  /** Invoice currency for one coin, as the invoice fixed it. */
  readonly rate: string
  /** The same rate now; null when it was not asked for. */
  readonly freshRate: string | null
  /** Invoice currency for one USDT (1e-8) when the invoice was created, and now. */
  readonly perUsdt: Usdt
  readonly freshPerUsdt: Usdt
  /** Whether the payment arrived before the invoice expired. */
  readonly isInTime: boolean
  /** What of the invoiced amount no earlier payment has covered. */
  readonly due: InvoiceUnits
}

/** What a payment is worth: the part at the invoice's rate and the part beyond it, each rounded down. */
export type PaymentValue = {
  /** Part of the invoiced amount that this payment covered. */
  readonly covered: InvoiceUnits
  readonly atInvoiceRate: Usdt
  readonly repriced: Usdt
}

/** The invoiced amount in invoice units; null when the text is no decimal number. */
export const invoiceUnits = (amount: string): InvoiceUnits | null => {
  const parsed = parseForeignDecimal(amount)
  return parsed === null ? null : parsed * one
}

const maxOf = <T extends bigint>(a: T, b: T): T => (a > b ? a : b)
const minOf = <T extends bigint>(a: T, b: T): T => (a < b ? a : b)

const usdtFrom = (units: InvoiceUnits, perUsdt: Usdt): Usdt =>
  divide(units * 10n ** BigInt(2 * amountScale), fiatOne * perUsdt, 'floor') as Usdt

/**
 * Splits a payment into the part that covers the invoiced amount and the part beyond it: all of a late payment, the
 * excess of one in time. Null when a text is no decimal number.
 */
export const splitPayment = ({
  value,
  rate,
  isInTime,
  due,
}: Pick<PaymentInput, 'value' | 'rate' | 'isInTime' | 'due'>): {
  readonly covered: InvoiceUnits
  readonly beyond: InvoiceUnits
} | null => {
  const [paid, fixed] = [parseForeignDecimal(value), parseForeignDecimal(rate)]
  if (paid === null || fixed === null) return null
  const covered = isInTime ? minOf(paid * fixed, maxOf(0n, due)) : 0n
  return { covered, beyond: paid * fixed - covered }
}

/**
 * Values a payment: the invoice's rate holds for the invoiced amount that arrived in time. What is late or beyond
 * is valued at the lower of that rate and the fresh one, so that an open invoice is no free option on the coin.
 *
 * Returns null when a text is no decimal number, or when the fresh rate is needed and missing or zero.
 *
 * @see security rules, section 6
 * @example valuePayment({ value: '0.02', rate: '64000', freshRate: '60000', perUsdt: usdt('1'), freshPerUsdt: usdt('1'),
 *   isInTime: true, due: invoiceUnits('640') }) // 640 USDT at the invoice's rate, 600 USDT repriced
 */
export const valuePayment = (input: PaymentInput): PaymentValue | null => {
  const { rate, freshRate, perUsdt, freshPerUsdt } = input
  const [split, fixed] = [splitPayment(input), parseForeignDecimal(rate)]
  if (split === null || fixed === null) return null
  const { covered, beyond } = split
  const atInvoiceRate = usdtFrom(covered, perUsdt)
  if (beyond === 0n) return { covered, atInvoiceRate, repriced: 0n as Usdt }
  const fresh = freshRate === null ? null : parseForeignDecimal(freshRate)
  // A rate of nothing is no rate: a value fixed at it would take the payment from its customer.
  if (fresh === null || fresh === 0n || fixed === 0n) return null
  const lower = divide(beyond * minOf(fixed, fresh), fixed, 'floor')
  return { covered, atInvoiceRate, repriced: usdtFrom(lower, maxOf(perUsdt, freshPerUsdt)) }
}
