import { domainError } from '@glasshouse/core/errors/registry'
import { type CustomerAccountType, customer } from '@glasshouse/core/ledger/chart'
import { balanceIn } from '@glasshouse/core/ledger/rules'
import type { CloseAccountCommand } from '@glasshouse/core/privacy/codec'
import { lockLimits } from '../../eligibility/index.ts'
import { closeCustomer, verifySignInPassword } from '../../identity/index.ts'
import { balancesOf, lockAccounts, lockBalances, post } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import { closingObstacles } from '../../platform/personalData/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { closeReferral } from '../../referral/index.ts'
import { cancelSubscriptionsOf } from '../../subscription/index.ts'
import { customerClosed } from '../events.ts'
import { creditForfeitedPosting } from '../postings.ts'
import type { PrivacyDeps } from './dataExport.ts'

type Deps = Pick<PrivacyDeps, 'clock' | 'database' | 'personalData'>

/** Promotional credit that a customer can never withdraw: it does not block closing and is returned. */
const houseCredit: readonly CustomerAccountType[] = ['bonus', 'experience']

/**
 * Closes a customer's account permanently: returns promotional credit, ends all sessions and erases personal data. The
 * applications for new coins are cancelled; the
 * uid and the journal stay, because the ledger needs them.
 *
 * @throws invalidCredentials wrong password
 * @throws invalidState (`reason`) `loanRunning`, `ordersOpen`, `leading`, `withdrawalWaiting`, `moneyLeft` or
 * `depositWaiting`
 */
export const closeAccount = async (
  deps: Deps,
  { uid }: { readonly uid: number },
  { password }: CloseAccountCommand,
): Promise<void> => {
  await verifySignInPassword(deps, uid, password)
  const at = { nowMs: deps.clock.now(), businessMs: deps.clock.business() }
  await transact(deps.database.db, async (tx) => {
    await lockLimits(tx, uid)
    const credit = await lockWhatIsLeft(deps, tx, { uid, nowMs: at.nowMs })
    const back = credit.map(([purpose, amount]) => creditForfeitedPosting(uid, purpose, amount))
    await post(tx, at.businessMs, back)
    await cancelSubscriptionsOf(tx, uid, at.businessMs)
    await closeReferral(tx, uid, at.businessMs)
    const addresses = await closeCustomer(tx, uid, at)
    const closed = { uid, addresses, businessMs: at.businessMs }
    // What refers to rows of a module above is erased before them.
    for (const { erase } of deps.personalData.toReversed()) await erase?.(tx, closed)
    await publishEvents(tx, [customerClosed({ uid })], at.nowMs)
  })
}

/** Locks a customer's accounts, throws if anything stands in the way of closing, and returns promotional credit. */
const lockWhatIsLeft = async (
  { personalData }: Pick<Deps, 'personalData'>,
  tx: Tx,
  { uid, nowMs }: { readonly uid: number; readonly nowMs: number },
): Promise<readonly (readonly [CustomerAccountType, bigint])[]> => {
  // Includes the wallet even if it was never used: others could send to it meanwhile. All accounts at once in the
  // global lock order; an account opened concurrently comes later in that order.
  await lockBalances(tx, [
    customer(uid, 'wallet'),
    ...(await accountsOf(tx, uid)).map(({ account }) => account),
  ])
  const accounts = await accountsOf(tx, uid)
  const locked = await lockAccounts(
    tx,
    accounts.map(({ account }) => account),
  )
  const held = accounts.map(({ purpose, account }) => [purpose, balanceIn(locked, account)] as const)
  const [own, credit] = [false, true].map((isCredit) =>
    held.filter(([purpose, balance]) => balance > 0n && houseCredit.includes(purpose) === isCredit),
  )
  const found = [own !== undefined && own.length > 0 ? 'moneyLeft' : null]
  for (const { obstacle } of personalData) found.push((await obstacle?.(tx, { uid, nowMs })) ?? null)
  const reason = closingObstacles.find((one) => found.includes(one))
  if (reason !== undefined) throw domainError('invalidState', { reason })
  return credit ?? []
}

const accountsOf = async (tx: Tx, uid: number) =>
  (await balancesOf(tx, uid)).map(({ purpose, asset }) => ({
    purpose,
    account: customer(uid, purpose, asset),
  }))
