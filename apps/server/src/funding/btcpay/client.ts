import { z } from 'zod'
import type { Settings } from '../../platform/index.ts'
import { fetchJson } from '../chains/chain.ts'

/** How the gateway is reached; all four settings belong together. */
export type Gateway = {
  readonly url: string
  readonly store: string
  readonly key: string
  readonly webhookSecret: string
}

/** The gateway the settings name; null where there is none. */
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
    payments: z.array(z.object({ id: z.string().min(1).max(300), value: z.string(), status: z.string() })),
  }),
)

/** A payment as the gateway has it: value in the coin paid, rate from that coin into the invoice's currency. */
export type GatewayPayment = {
  readonly id: string
  readonly method: string
  readonly value: string
  readonly rate: string
  /** Processing, Settled or Invalid. */
  readonly state: string
}

export type GatewayInvoice = {
  readonly id: string
  readonly checkoutUrl: string
  /** New, Processing, Settled, Expired or Invalid. */
  readonly state: string
  /** Why: None, PaidLate, PaidPartial, PaidOver, Marked, Invalid. */
  readonly why: string
  readonly expiresMs: number
  readonly watchedMs: number
}

const ask = async <T>(gateway: Gateway, shape: z.ZodType<T>, path: string, body?: object): Promise<T> => {
  const url = `${gateway.url}/api/v1/stores/${encodeURIComponent(gateway.store)}/invoices${path}`
  const headers = { authorization: `token ${gateway.key}` }
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
  return shape.parse(await fetchJson('the payment gateway', url, init))
}

const invoiceOf = (raw: z.output<typeof invoiceShape>): GatewayInvoice => ({
  id: raw.id,
  checkoutUrl: raw.checkoutLink,
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

/** Has the gateway make an invoice. */
export const requestInvoice = async (gateway: Gateway, wish: InvoiceRequest): Promise<GatewayInvoice> => {
  const { amount, currency, lang, returnUrl } = wish
  const checkout = { defaultLanguage: lang, redirectURL: returnUrl }
  const invoice = invoiceOf(await ask(gateway, invoiceShape, '', { amount, currency, checkout }))
  // A page opened for a customer: nothing but a web address may come from there.
  if (!/^https?:\/\//.test(invoice.checkoutUrl)) throw new Error('the payment gateway gave no page to pay at')
  return invoice
}

/** Reads an invoice and every payment that was made to it, by whatever method. */
export const readInvoice = async (
  gateway: Gateway,
  invoiceId: string,
): Promise<GatewayInvoice & { readonly payments: readonly GatewayPayment[] }> => {
  const path = `/${encodeURIComponent(invoiceId)}`
  const invoice = invoiceOf(await ask(gateway, invoiceShape, path))
  const methods = await ask(gateway, methodsShape, `${path}/payment-methods`)
  const payments = methods.flatMap(({ paymentMethodId, paymentMethod, rate, payments: made }) =>
    made.map(({ id, value, status }) => ({
      id,
      method: paymentMethodId ?? paymentMethod ?? 'unknown',
      value,
      rate,
      state: status,
    })),
  )
  return { ...invoice, payments }
}
