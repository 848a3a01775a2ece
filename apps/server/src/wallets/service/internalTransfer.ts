import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { maskEmail, maskPhone } from '@glasshouse/core/identity/rules'
import { customer } from '@glasshouse/core/ledger/chart'
import { formatUsdt } from '@glasshouse/core/money/units'
import { maskName } from '@glasshouse/core/wallets/rules'
import { type AccountType, findRecipient, getProfile, type Recipient } from '../../identity/index.ts'
import { lockBalances, postSingle } from '../../ledger/index.ts'
import { type Db, type Platform, publishEvents, transact } from '../../platform/index.ts'
import { walletChanged } from '../events.ts'
import { internalTransferPosting } from '../postings.ts'
import { countRecipientLookup, insertInternalTransfer } from '../store/transfers.ts'

export type InternalTransferDeps = Pick<Platform, 'clock' | 'database' | 'settings'> & {
  /** Refuses 1007 for a wrong withdraw password and 2003 where none is set. */
  readonly verifyWithdrawPassword: (uid: number, password: string) => Promise<void>
}

type Named = { readonly accountType: AccountType; readonly toAccount: string }

/** Questions after other customers within an hour; practice mode has to bear tests. */
const questionsAnHour = { practice: 2000, live: 30 } as const
const hourMs = 3_600_000

const isSwitchedOn = async (db: Db, uid: number): Promise<boolean> =>
  (await getProfile(db, uid)).info.transferswitch === 2

/**
 * The customer that is meant. Every question counts, answered or not, so that nobody learns who is here by
 * trying. Refuses 1004, 1005 (also for the frozen), 2003 (`self`) for oneself.
 */
const recipientOf = async (
  { clock, database, settings }: InternalTransferDeps,
  uid: number,
  { accountType, toAccount }: Named,
): Promise<Recipient> => {
  const nowMs = clock.now()
  const limits = { windowMs: hourMs, most: questionsAnHour[settings.MODE] }
  const againMs = await transact(database.db, (tx) => countRecipientLookup(tx, uid, nowMs, limits))
  if (againMs > 0) throw domainError('tooManyRequests', { retryAfter: Math.ceil((againMs - nowMs) / 1000) })
  const found = await findRecipient(database.db, accountType, toAccount)
  if (found === null) throw domainError('notFound')
  if (found.uid === uid) throw domainError('invalidState', { reason: 'self' })
  return found
}

/** How somebody is shown who was named by phone, e-mail or uid. */
const accountShown = ({ uid, email, phone }: Recipient, accountType: AccountType): string => {
  if (accountType === 1) return maskPhone(phone)
  return accountType === 2 ? maskEmail(email) : String(uid)
}

/** Names the customer money would go to, masked. Refuses 1006 where sending is off, and what `recipientOf` refuses. */
export const previewRecipient = async (
  deps: InternalTransferDeps,
  uid: number,
  named: Named,
): Promise<DataOf<'/api/user/transferRecipient'>> => {
  if (!(await isSwitchedOn(deps.database.db, uid))) throw domainError('notAllowed')
  const found = await recipientOf(deps, uid, named)
  return { name: maskName(found.username), account: accountShown(found, named.accountType) }
}

/**
 * Sends USDT of the wallet to another customer's wallet.
 *
 * Refuses 1006 where sending is off, 2002 for nothing, 1007 for a wrong withdraw password, 1005 for nobody who
 * could receive, 2003 for oneself, 2001 (with `max`) for more than is free.
 */
export const transferToUser = async (
  deps: InternalTransferDeps,
  uid: number,
  { price: amount, withdrawpsd, ...named }: BodyOf<'/api/user/internalTransfer'>,
): Promise<void> => {
  const { clock, database, verifyWithdrawPassword } = deps
  if (!(await isSwitchedOn(database.db, uid))) throw domainError('notAllowed')
  if (amount === 0n) throw domainError('outOfRange', { min: formatUsdt(1n) })
  // Before looking anybody up: a stolen session alone learns nothing and sends nothing.
  await verifyWithdrawPassword(uid, withdrawpsd)
  const { uid: toUid } = await recipientOf(deps, uid, named)
  await transact(database.db, async (tx) => {
    const [free = 0n] = await lockBalances(tx, [customer(uid, 'wallet'), customer(toUid, 'wallet')])
    // Whoever closes or freezes an account holds its wallet meanwhile: looked at again once it is ours.
    if ((await findRecipient(tx, 3, String(toUid))) === null) throw domainError('notFound')
    if (amount > free) throw domainError('insufficientBalance', { max: formatUsdt(free) })
    const sendingId = await insertInternalTransfer(tx, uid, toUid, amount, clock.business())
    await postSingle(tx, clock.business(), internalTransferPosting(uid, toUid, amount, sendingId))
    await publishEvents(tx, [walletChanged(uid), walletChanged(toUid)], clock.now())
  })
}
