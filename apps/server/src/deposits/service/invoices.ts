import { formatUsdt, multiplyDivide, type Usdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import { getSetting } from '../../content/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { publicOrigin } from '../../platform/settings/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type GatewayInvoice, gatewayConfig, readInvoice, requestInvoice } from '../btcpay/client.ts'
import { insertDeposit } from '../store/deposits.ts'
import {
  insertInvoice,
  insertWebhookDelivery,
  lockDueInvoices,
  updateInvoiceDue,
  updateInvoiceRetry,
} from '../store/invoices.ts'
import type { BookingTime } from './credit.ts'
import { invoiceCurrency, invoicePollMs, settleInvoice } from './invoicePayments.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

const one = 100_000_000n

/** An invoice with the price of one USDT at its creation. */
export type PricedInvoice = GatewayInvoice & { readonly perUsdt: Usdt }

/** Languages of the gateway's page. */
const checkoutLanguages: Partial<Record<Language, string>> = {
  kr: 'ko',
  zh_CN: 'zh-SP',
  zh_TW: 'zh-TW',
  pt: 'pt-BR',
  ja: 'ja-JP',
  ru: 'ru-RU',
  es: 'es-ES',
  th: 'th-TH',
}

/**
 * Creates an invoice over an amount. If the gateway does not respond, the error propagates and no deposit is created.
 */
export const createInvoice = async (deps: Deps, money: Usdt, lang: Language): Promise<PricedInvoice> => {
  const gateway = gatewayConfig(deps.settings)
  if (gateway === null) throw new Error('a channel of the gateway is open without a gateway')
  const perUsdt = await getSetting(deps.database.db, 'usdt_exchange_rate')
  const invoice = await requestInvoice(gateway, {
    // Cents, rounded up: the invoice covers the amount the customer requested.
    amount: formatUsdt(multiplyDivide(money, perUsdt, one * 1_000_000n, 'ceil') * 1_000_000n),
    currency: invoiceCurrency,
    lang: checkoutLanguages[lang] ?? lang,
    returnUrl: `${publicOrigin(deps.settings)}/journal?type=0`,
  })
  return { ...invoice, perUsdt }
}

/** Stores a deposit that waits for the payment of its invoice. */
export const insertInvoiceDeposit = async (
  tx: Tx,
  request: {
    readonly uid: number
    readonly channel: string
    readonly amount: Usdt
    readonly lang: Language
    readonly invoice: PricedInvoice
  },
  at: BookingTime,
): Promise<void> => {
  const { uid, channel, amount, lang, invoice } = request
  const [createdMs, expiresMs] = [at.business(), invoice.expiresMs]
  const depositId = await insertDeposit(tx, {
    uid,
    channel,
    amount,
    pageId: null,
    lang,
    createdMs,
    expiresMs,
  })
  await insertInvoice(tx, {
    deposit_id: depositId,
    invoice_id: invoice.id,
    checkout_url: invoice.checkoutUrl,
    per_usdt: invoice.perUsdt,
    state: invoice.state,
    why: invoice.why,
    watched_ms: invoice.watchedMs,
    due_ms: at.now() + invoicePollMs,
    checked_ms: null,
    tries: 0,
  })
}

const inHandMs = 60_000
const batch = 10
const maxWaitMs = 10 * 60_000

/** Records a webhook call for an invoice and schedules a read. A delivery counts once; returns whether it was new. */
export const onWebhookDelivery = async (
  { clock, database }: Deps,
  event: { readonly deliveryId: string; readonly type: string; readonly invoiceId: string },
): Promise<boolean> =>
  transact(database.db, async (tx) => {
    const atMs = clock.now()
    const isNew = await insertWebhookDelivery(tx, { ...event, atMs })
    if (isNew) await updateInvoiceDue(tx, event.invoiceId, atMs)
    return isNew
  })

/** Reads due invoices and credits received payments; returns the number of attempts and failures. */
export const checkDueInvoices = async (
  deps: Deps & Pick<Platform, 'log'>,
): Promise<{ readonly tried: number; readonly failed: number }> => {
  const gateway = gatewayConfig(deps.settings)
  if (gateway === null) return { tried: 0, failed: 0 }
  const { clock, database, log } = deps
  const taken = await lockDueInvoices(database.db, clock.now(), clock.now() + inHandMs, batch)
  const checked = await Promise.allSettled(
    taken.map(async (due) => {
      const checkedMs = clock.now()
      await settleInvoice({ ...deps, gateway }, due, await readInvoice(gateway, due.invoice_id), checkedMs)
    }),
  )
  for (const [place, result] of checked.entries()) {
    const due = taken[place]
    if (result.status === 'fulfilled' || due === undefined) continue
    const tries = due.tries + 1
    await updateInvoiceRetry(database.db, due.deposit_id, clock.now() + retryDelayMs(tries), tries)
    log.warn(
      { deposit: due.deposit_id, tries, failure: String(result.reason) },
      'an invoice could not be read',
    )
  }
  return { tried: taken.length, failed: checked.filter(({ status }) => status === 'rejected').length }
}

/** Delay after a number of failures: 2 s, 4 s, 8 s … ten minutes. */
export const retryDelayMs = (tries: number): number => Math.min(maxWaitMs, 1000 * 2 ** Math.min(tries, 20))
