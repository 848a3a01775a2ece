import { domainError } from '@glasshouse/core/errors/registry'
import { isDepositAllowed, maxPendingDeposits } from '@glasshouse/core/funding/rules'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import { type Platform, type Tx, transact } from '../../platform/index.ts'
import { countWaiting } from '../store/deposits.ts'
import { type EnabledChannel, listPaymentChannels } from './channels.ts'
import { assertDepositAllowed } from './depositAllowance.ts'
import { createInvoice, insertInvoiceDeposit } from './invoices.ts'
import { insertSandboxDeposit } from './sandbox.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>
type CheckoutRequest = { readonly action: string; readonly money: Usdt }

/**
 * Begins a deposit and returns the address of the page where it is paid; nothing is credited yet.
 * Refuses 1005 for an unknown channel, 2002 (with `min`, `max`) for an amount it does not take, and 2011 when a
 * limit or a pause of the customer's own stands against it; 2005 while ten invoices wait.
 */
export const createCheckoutDeposit = async (
  deps: Deps,
  uid: number,
  wish: CheckoutRequest,
  lang: Language,
): Promise<string> => {
  const { money, action } = wish
  const channel = (await listPaymentChannels(deps, deps.database.db)).find(({ code }) => code === action)
  if (channel === undefined) throw domainError('notFound')
  if (!isDepositAllowed(channel, money))
    throw domainError('outOfRange', { min: formatUsdt(channel.min), max: formatUsdt(channel.max) })
  return channel.adapter === 'sandbox'
    ? openSandbox(deps, uid, channel, money, lang)
    : openInvoice(deps, uid, channel, money, lang)
}

/**
 * As `assertDepositAllowed`, for what makes work for others: the gateway's invoices and the staff's queue. Refuses
 * `tooManyOrders` (`max`) while as many by these channels wait already.
 */
export const assertPendingDepositAllowed = async (
  deps: Pick<Platform, 'clock'>,
  tx: Tx,
  uid: number,
  money: Usdt,
  channels: readonly string[],
): Promise<void> => {
  // The limits are locked from here on, so that nobody else counts at the same time.
  await assertDepositAllowed(deps, tx, uid, money)
  if ((await countWaiting(tx, uid, channels, deps.clock.now())) >= maxPendingDeposits)
    throw domainError('tooManyOrders', { max: maxPendingDeposits })
}

const openSandbox = async (
  deps: Deps,
  uid: number,
  channel: EnabledChannel,
  money: Usdt,
  lang: Language,
): Promise<string> => {
  const pageId = await transact(deps.database.db, async (tx) => {
    await assertDepositAllowed(deps, tx, uid, money)
    return insertSandboxDeposit(tx, uid, channel, money, lang, deps.clock)
  })
  return `/practice/gateway/${pageId}`
}

/**
 * Asks the payment gateway for an invoice and writes the deposit down. The gateway is asked outside the
 * transaction: an invoice whose deposit was refused in the end is known to nobody and runs out unpaid.
 */
const openInvoice = async (
  deps: Deps,
  uid: number,
  channel: EnabledChannel,
  money: Usdt,
  lang: Language,
): Promise<string> => {
  const { db } = deps.database
  // Asked first on its own, so that whoever is refused leaves no invoice behind.
  const mayGoOn = (tx: Tx) => assertPendingDepositAllowed(deps, tx, uid, money, [channel.code])
  await db.transaction().execute(mayGoOn)
  const invoice = await createInvoice(deps, money, lang)
  await transact(db, async (tx) => {
    await mayGoOn(tx)
    await insertInvoiceDeposit(tx, { uid, channel: channel.code, amount: money, lang, invoice }, deps.clock)
  })
  return invoice.checkoutUrl
}
