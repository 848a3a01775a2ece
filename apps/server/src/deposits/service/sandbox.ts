import { gatewayLifeMs, type PayChannel } from '@glasshouse/core/deposits/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Db, Tx } from '../../platform/database/index.ts'
import { randomToken } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { findDeposit, insertDeposit, lockDeposit } from '../store/deposits.ts'
import { type BookingTime, creditPayment } from './credit.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** State of a payment page. */
export type SandboxView = {
  readonly kind: 'waits' | 'paid' | 'expired'
  readonly lang: Language
  readonly amount: bigint
}

/** Stores a deposit that waits for its payment and returns the unguessable part of its page's address. */
export const insertSandboxDeposit = async (
  db: Db | Tx,
  uid: number,
  channel: Pick<PayChannel, 'code'>,
  amount: Usdt,
  lang: Language,
  at: BookingTime,
): Promise<string> => {
  const pageId = randomToken()
  const [createdMs, expiresMs] = [at.business(), at.now() + gatewayLifeMs]
  await insertDeposit(db, { uid, channel: channel.code, amount, pageId, lang, createdMs, expiresMs })
  return pageId
}

const isPageId = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/**
 * Pays a deposit of the practice gateway. A repeated payment is credited once; after the expiry nothing is credited.
 * Returns the result, null if there is no such page.
 */
export const paySandboxDeposit = async (
  { clock, database }: Deps,
  pageId: string,
): Promise<'paid' | 'expired' | null> =>
  isPageId(pageId) ? transact(database.db, (tx) => paySandboxDepositIn(tx, pageId, clock)) : null

/** Like `paySandboxDeposit`, in the caller's transaction. */
export const paySandboxDepositIn = async (
  tx: Tx,
  pageId: string,
  at: BookingTime,
): Promise<'paid' | 'expired' | null> => {
  const deposit = await lockDeposit(tx, pageId)
  if (deposit === undefined) return null
  if (deposit.paid_ms !== null) return 'paid'
  if (deposit.expires_ms === null || at.now() >= deposit.expires_ms) return 'expired'
  // The row is locked; the key makes the credit unique even without the lock.
  await creditPayment(tx, deposit, `deposit:${deposit.id}`, deposit.amount, at)
  return 'paid'
}

/** State of a deposit's payment page; null if there is no such page. */
export const getSandboxPage = async (
  { clock, database }: Deps,
  pageId: string,
): Promise<SandboxView | null> => {
  const deposit = isPageId(pageId) ? await findDeposit(database.db, pageId) : undefined
  if (deposit === undefined || deposit.expires_ms === null) return null
  const { lang, amount } = deposit
  if (deposit.paid_ms !== null) return { kind: 'paid', lang, amount }
  return { kind: clock.now() < deposit.expires_ms ? 'waits' : 'expired', lang, amount }
}
