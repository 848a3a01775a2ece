import type { CheckoutCommand } from '@glasshouse/core/deposits/codec'
import { judgeDepositAmount } from '@glasshouse/core/deposits/judge'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type EnabledChannel, listPaymentChannels } from './channels.ts'
import { assertDepositAccepted, depositError } from './depositAllowance.ts'
import { createInvoice, insertInvoiceDeposit } from './invoices.ts'
import { insertSandboxDeposit } from './sandbox.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/**
 * Starts a deposit and returns the address of its payment page; nothing is credited yet. Judged by `judgeDeposit`: the
 * amount before anything is locked, everything under the locks.
 *
 * @throws notFound (1005) unknown channel
 * @throws outOfRange (2002, `min`, `max`) the channel does not accept the amount
 * @throws selfLimitReached (2011) a self-imposed limit or pause
 * @throws tooManyOrders (2005) ten invoices are pending
 */
export const createCheckoutDeposit = async (
  deps: Deps,
  uid: number,
  { channel: code, amount }: CheckoutCommand,
  lang: Language,
): Promise<string> => {
  const channel = (await listPaymentChannels(deps, deps.database.db)).find((offered) => offered.code === code)
  if (channel === undefined) throw domainError('notFound')
  const { problem } = judgeDepositAmount(channel, amount)
  if (problem !== null) throw depositError(problem)
  return channel.adapter === 'sandbox'
    ? openSandbox(deps, uid, channel, amount, lang)
    : openInvoice(deps, uid, channel, amount, lang)
}

const openSandbox = async (
  deps: Deps,
  uid: number,
  channel: EnabledChannel,
  amount: Usdt,
  lang: Language,
): Promise<string> => {
  const pageId = await transact(deps.database.db, async (tx) => {
    await assertDepositAccepted(deps, tx, { uid, amount, limits: channel }, null)
    return insertSandboxDeposit(tx, uid, channel, amount, lang, deps.clock)
  })
  return `/practice/gateway/${pageId}`
}

/**
 * Creates an invoice at the payment gateway and stores the deposit. The gateway is called outside the transaction: an
 * invoice whose deposit is rejected later is shown to no customer and expires unpaid.
 */
const openInvoice = async (
  deps: Deps,
  uid: number,
  channel: EnabledChannel,
  amount: Usdt,
  lang: Language,
): Promise<string> => {
  const { db } = deps.database
  // Checked before, so that a rejected request leaves no invoice behind.
  const assertPermitted = (tx: Tx) =>
    assertDepositAccepted(deps, tx, { uid, amount, limits: channel }, [channel.code])
  await db.transaction().execute(assertPermitted)
  const invoice = await createInvoice(deps, amount, lang)
  await transact(db, async (tx) => {
    await assertPermitted(tx)
    await insertInvoiceDeposit(tx, { uid, channel: channel.code, amount, lang, invoice }, deps.clock)
  })
  return invoice.checkoutUrl
}
