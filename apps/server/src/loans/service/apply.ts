import { domainError } from '@glasshouse/core/errors/registry'
import { house } from '@glasshouse/core/ledger/chart'
import { type LoanIssue, validateLoan } from '@glasshouse/core/loans/checks'
import type { ApplyForLoanCommand } from '@glasshouse/core/loans/codec'
import { loanDueMs } from '@glasshouse/core/loans/rules'
import { formatUsdt } from '@glasshouse/core/money/units'
import { listCollateral } from '../../collateral/index.ts'
import { getSetting } from '../../content/index.ts'
import { findCustomer } from '../../customers/records/index.ts'
import { customerPolicy, lockLimits } from '../../eligibility/index.ts'
import { getBalances } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { countOpenLoans, insertLoan } from '../store/loans.ts'
import { chooseDays, kycStateOf, type LoanDeps, securityOf } from './terms.ts'

/**
 * Asks for a loan: nothing moves and nothing is pledged until a manager approves. Terms are copied now. Requests of one
 * customer wait for each other, and for the closing of the account.
 *
 * @throws invalidField (1001, `days`), notAllowed (1006, `notOfferedHere` or `kyc`), invalidState (2003, `oneLoan`),
 * outOfRange (2002), insufficientReserve (2009, `max`)
 */
export const applyForLoan = (
  deps: LoanDeps,
  uid: number,
  command: ApplyForLoanCommand,
): Promise<{ readonly id: number }> =>
  transact(deps.database.db, async (tx) => {
    const days = await chooseDays(tx, command.days)
    await lockLimits(tx, uid)
    if ((await findCustomer(tx, uid))?.closed_ms !== null) throw domainError('sessionRevoked')
    await assertEligible(deps, tx, uid)
    const createdMs = deps.clock.business()
    const dueMs = loanDueMs(createdMs, days)
    const { limit } = await securityOf(tx, uid, await listCollateral(tx, uid), dueMs)
    const amount = command.amount ?? limit
    const [available] = await getBalances(tx, [house('loans')])
    assertAccepted(
      validateLoan({
        amount,
        min: await getSetting(tx, 'loan_min'),
        max: limit,
        hasOther: (await countOpenLoans(tx, uid)) > 0,
        available,
      }),
    )
    const { id } = await insertLoan(tx, {
      ...{ uid, amount, days, is_auto_repaid: command.isAutoRepaid, created_ms: createdMs },
      rate_ppm: await getSetting(tx, 'loan_rate_ppm'),
      call_percent: await getSetting(tx, 'loan_call'),
      liquidation_percent: await getSetting(tx, 'loan_liquidation'),
      grace_hours: await getSetting(tx, 'loan_grace_hours'),
      needed: amount > (await getSetting(tx, 'loan_second_approval_above')) ? 2 : 1,
    })
    return { id }
  })

/** Policy of the country first, then the identity where one is needed. */
const assertEligible = async (deps: LoanDeps, tx: Tx, uid: number): Promise<void> => {
  const { policy } = await customerPolicy(deps, tx, uid)
  if (!policy.loans) throw domainError('notAllowed', { reason: 'notOfferedHere', region: policy.region })
  if ((await kycStateOf(deps, tx, uid)) === 'missing') throw domainError('notAllowed', { reason: 'kyc' })
}

const assertAccepted = (issue: LoanIssue | null): void => {
  if (issue === null) return
  switch (issue.code) {
    case 'oneLoan':
      throw domainError('invalidState', { reason: 'oneLoan' })
    case 'outOfRange':
      throw domainError('outOfRange', {
        min: formatUsdt(issue.min),
        max: formatUsdt(issue.max),
        step: formatUsdt(issue.step),
      })
    case 'insufficientReserve':
      throw domainError('insufficientReserve', { max: formatUsdt(issue.max) })
  }
}
