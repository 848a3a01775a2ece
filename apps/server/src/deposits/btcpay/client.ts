import { z } from 'zod'
import type { Settings } from '../../platform/settings/index.ts'
import { fetchJson } from '../chains/chain.ts'

/** Connection to the gateway; all four settings are required together. */
export type Gateway = {
  readonly url: string
  readonly store: string
  readonly key: string
  readonly webhookSecret: string
}

/** The configured gateway; null if there is none. */
export const gatewayConfig = (settings: Settings): Gateway | null => {
  const { BTCPAY_URL: url, BTCPAY_STORE: store, BTCPAY_KEY: key, BTCPAY_WEBHOOK_SECRET } = settings
  const isWhole = url !== undefined && store !== undefined && key !== undefined
  if (settings.MODE !== 'live' || !isWhole || BTCPAY_WEBHOOK_SECRET === undefined) return null
  return { url, store, key, webhookSecret: BTCPAY_WEBHOOK_SECRET }
}

/** Instants of the Greenfield API are epoch seconds. */
const seconds = z.number().transform((value) => Math.round(value * 1000))

const invoiceShape = z.object({
  id: z.string().min(1).max(100),
  checkoutLink: z.string(),
  amount: z.string(),
  status: z.string(),
  additionalStatus: z.string(),
  expirationTime: seconds,
  monitoringExpiration: seconds,
})

const methodsShape = z.array(
  z.object({
    /** Named `paymentMethod` before version 2. */
    paymentMethodId: z.string().optional(),
    paymentMethod: z.string().optional(),
    rate: z.string(),
    payments: z.array(
      z.object({
        id: z.string().min(1).max(300),
        value: z.string(),
        status: z.string(),
        receivedDate: seconds,
      }),
    ),
  }),
)

/** A payment as returned by the gateway: value in the coin paid, rate from that coin into the invoice's currency. */
export type GatewayPayment = {
  readonly id: string
  readonly method: string
  readonly value: string
  readonly rate: string
  /** Processing, Settled or Invalid. */
  readonly state: string
  /** When the gateway first saw it; epoch milliseconds. */
  readonly receivedMs: number
}

export type GatewayInvoice = {
  readonly id: string
  readonly checkoutUrl: string
  /** Invoiced amount in the invoice's currency, decimal text. */
  readonly amount: string
  /** New, Processing, Settled, Expired or Invalid. */
  readonly state: string
  /** Additional status: None, PaidLate, PaidPartial, PaidOver, Marked, Invalid. */
  readonly why: string
  readonly expiresMs: number
  readonly watchedMs: number
}

const ratesShape = z.array(
  z.object({ currencyPair: z.string(), rate: z.union([z.string(), z.number()]).nullish() }),
)

const ask = async <T>(gateway: Gateway, shape: z.ZodType<T>, path: string, body?: object): Promise<T> => {
  const url = `${gateway.url}/api/v1/stores/${encodeURIComponent(gateway.store)}${path}`
  const headers = { authorization: `token ${gateway.key}` }
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
  return shape.parse(await fetchJson('the payment gateway', url, init))
}

const invoiceOf = (raw: z.output<typeof invoiceShape>): GatewayInvoice => ({
  id: raw.id,
  checkoutUrl: raw.checkoutLink,
  amount: raw.amount,
  state: raw.status,
  why: raw.additionalStatus,
  expiresMs: raw.expirationTime,
  watchedMs: raw.monitoringExpiration,
})

export type InvoiceRequest = {
  /** Decimal text in `currency`. */
  readonly amount: string
  readonly currency: string
  readonly lang: string
  readonly returnUrl: string
}

/** Creates an invoice at the gateway. */
export const requestInvoice = async (gateway: Gateway, request: InvoiceRequest): Promise<GatewayInvoice> => {
  const { amount, currency, lang, returnUrl } = request
  const checkout = { defaultLanguage: lang, redirectURL: returnUrl }
  const invoice = invoiceOf(await ask(gateway, invoiceShape, '/invoices', { amount, currency, checkout }))
  // A page opened for a customer: nothing but a web address may come from there.
  if (!/^https?:\/\//.test(invoice.checkoutUrl)) throw new Error('the payment gateway gave no page to pay at')
  return invoice
}

/** Reads an invoice and all of its payments, by any method. */
export const readInvoice = async (
  gateway: Gateway,
  invoiceId: string,
): Promise<GatewayInvoice & { readonly payments: readonly GatewayPayment[] }> => {
  const path = `/invoices/${encodeURIComponent(invoiceId)}`
  const invoice = invoiceOf(await ask(gateway, invoiceShape, path))
  // A payment is credited to the customer of the invoice that was asked for.
  if (invoice.id !== invoiceId) throw new Error('the payment gateway answered about another invoice')
  const methods = await ask(gateway, methodsShape, `${path}/payment-methods`)
  const payments = methods.flatMap(({ paymentMethodId, paymentMethod, rate, payments: made }) =>
    made.map(({ id, value, status, receivedDate }) => ({
      id,
      method: paymentMethodId ?? paymentMethod ?? 'unknown',
      value,
      rate,
      state: status,
      receivedMs: receivedDate,
    })),
  )
  return { ...invoice, payments }
}

/** Code of the coin a payment method is paid in: the part of its id before `-` or `_`. */
const coinOf = (method: string): string => method.split(/[-_]/)[0] ?? method

/**
 * Reads the store's present rate for the coin of a payment method, as decimal text.
 *
 * The API key needs the permission to view the store's settings. Throws when the gateway has no rate.
 *
 * @example await readRate(gateway, 'BTC-CHAIN', 'USD') // '64000.12'
 */
export const readRate = async (gateway: Gateway, method: string, currency: string): Promise<string> => {
  const pair = `${coinOf(method)}_${currency}`
  const rates = await ask(gateway, ratesShape, `/rates?currencyPair=${encodeURIComponent(pair)}`)
  const rate = rates.find(({ currencyPair }) => currencyPair === pair)?.rate
  if (rate === undefined || rate === null) throw new Error(`the payment gateway has no rate for ${pair}`)
  return String(rate)
}
