import { dayMs } from '@glasshouse/core/calendar/durations'
import type { Tx } from '../../platform/database/index.ts'
import type { Midnight } from '../../platform/jobs/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { listPayingIssueIds, lockIssue, updateIssue } from '../store/issues.ts'
import { listOrdersOfIssue, updateCancelled } from '../store/orders.ts'
import { advanceIssues } from './advance.ts'
import type { SubscriptionDeps } from './deps.ts'
import { cancelledNotice, dueNotice, postAll } from './notices.ts'
import { endOf, moneyOf } from './view.ts'

type Deps = Pick<SubscriptionDeps, 'clock' | 'database' | 'heads'>

/**
 * Step `subscriptions` of a midnight: windows that passed, reminders on the last day to pay, and the end of issues whose
 * last day is over. One transaction per issue; doing it again changes nothing.
 */
export const settleSubscriptions = async (deps: Deps, { atMs }: Midnight): Promise<void> => {
  await advanceIssues(deps)
  for (const id of await listPayingIssueIds(deps.database.db))
    await transact(deps.database.db, (tx) => workIssue(deps, tx, id, atMs))
}

const workIssue = async ({ clock }: Deps, tx: Tx, id: number, atMs: number): Promise<void> => {
  const issue = await lockIssue(tx, id)
  if (issue?.state !== 'paying') return
  const end = endOf(issue)
  if (atMs < end - dayMs) return
  const orders = await listOrdersOfIssue(tx, id, 2)
  if (atMs < end) {
    const notices = orders.map((order) => dueNotice(order, issue, moneyOf(order, issue)))
    await postAll(tx, clock, notices)
    return
  }
  await updateCancelled(
    tx,
    orders.map((order) => order.id),
    'unpaid',
    atMs,
  )
  await updateIssue(tx, id, { state: 'over' })
  await postAll(
    tx,
    clock,
    orders.map((order) => cancelledNotice(order, issue, 'unpaid')),
  )
}
