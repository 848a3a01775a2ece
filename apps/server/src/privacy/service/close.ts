import { domainError } from '@glasshouse/core/errors/registry'
import { type Account, type CustomerAccountType, customer } from '@glasshouse/core/ledger/chart'
import { countOrders } from '../../contracts/index.ts'
import { hasOpenDeposit } from '../../deposits/index.ts'
import { lockLimits } from '../../eligibility/index.ts'
import { closeCustomer, verifySignInPassword } from '../../identity/index.ts'
import { countInvestOrders, isLeading } from '../../invest/index.ts'
import { balancesOf, lockBalances, post } from '../../ledger/posting/index.ts'
import { countOpenLoans } from '../../loans/index.ts'
import { countOpenOptions } from '../../options/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { closeReferral } from '../../referral/index.ts'
import { cancelSubscriptionsOf } from '../../subscription/index.ts'
import { openWithdrawals } from '../../withdrawals/index.ts'
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
  { pwd }: { readonly pwd: string },
): Promise<void> => {
  await verifySignInPassword(deps, uid, pwd)
  const at = { nowMs: deps.clock.now(), businessMs: deps.clock.business() }
  await transact(deps.database.db, async (tx) => {
    await lockLimits(tx, uid)
    const credit = await lockWhatIsLeft(tx, uid, at.nowMs)
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

/** Locks a customer's accounts, throws if the customer's own money remains, and returns promotional credit. */
const lockWhatIsLeft = async (
  tx: Tx,
  uid: number,
  nowMs: number,
): Promise<readonly (readonly [CustomerAccountType, bigint])[]> => {
  // Includes the wallet even if it was never used: others could send to it meanwhile. All accounts at once in the
  // global lock order; an account opened concurrently comes later in that order.
  await lockBalances(tx, [customer(uid, 'wallet'), ...(await accountsOf(tx, uid))])
  const accounts = await accountsOf(tx, uid)
  const locked = await lockBalances(tx, accounts)
  const held = accounts.map(
    ({ purpose }, place) => [purpose as CustomerAccountType, locked[place] ?? 0n] as const,
  )
  const [own, credit] = [false, true].map((isCredit) =>
    held.filter(([purpose, balance]) => balance > 0n && houseCredit.includes(purpose) === isCredit),
  )
  if ((await countOpenLoans(tx, uid)) > 0) throw left('loanRunning')
  const orders = (await countOrders(tx, uid, 'contract')) + (await countOrders(tx, uid, 'contract2'))
  const others = (await countOpenOptions(tx, uid)) + (await countInvestOrders(tx, uid))
  if (orders + others > 0) throw left('ordersOpen')
  if (await isLeading(tx, uid)) throw left('leading')
  if ((await openWithdrawals(tx, uid)) > 0) throw left('withdrawalWaiting')
  if (own !== undefined && own.length > 0) throw left('moneyLeft')
  // An expired invoice can still be paid late while the gateway monitors it.
  if (await hasOpenDeposit(tx, uid, nowMs)) throw left('depositWaiting')
  return credit ?? []
}

const accountsOf = async (tx: Tx, uid: number): Promise<readonly Account[]> =>
  (await balancesOf(tx, uid)).map(({ purpose, asset }) => customer(uid, purpose, asset))

const left = (reason: string) => domainError('invalidState', { reason })
