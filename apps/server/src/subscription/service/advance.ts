import { house } from '@glasshouse/core/ledger/chart'
import { issueStateAt } from '@glasshouse/core/subscription/rules'
import { lockBalances } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import type { IssueRecord } from '../schema.ts'
import { listMovingIssueIds, lockIssue, lockOpening, updateIssue } from '../store/issues.ts'
import { assetOf, type SubscriptionDeps } from './deps.ts'

type Deps = Pick<SubscriptionDeps, 'clock' | 'database' | 'heads'>

/**
 * Moves issues on: a funded draft opens in its window, an open issue closes at its end, a closed one takes the head of
 * its draw as soon as it is published. One transaction per issue; doing it again changes nothing.
 */
export const advanceIssues = async (deps: Deps): Promise<void> => {
  const { clock, database } = deps
  for (const id of await listMovingIssueIds(database.db, clock.business())) await advanceOneIssue(deps, id)
}

/** Moves one issue on. */
export const advanceOneIssue = (deps: Deps, id: number): Promise<void> =>
  transact(deps.database.db, async (tx) => {
    const issue = await lockIssue(tx, id)
    if (issue !== undefined) await advanceIssue(deps, tx, issue)
  })

/** Moves one locked issue on and returns it as it is then. */
export const advanceIssue = async (deps: Deps, tx: Tx, issue: IssueRecord): Promise<IssueRecord> => {
  const { id, state } = issue
  if (state === 'closed') return issue.head_hash === null ? takeHead(deps, tx, issue) : issue
  const isFunded = state === 'draft' && (await isCovered(tx, issue))
  const times = { state, openMs: issue.open_ms, closeMs: issue.close_ms }
  const next = issueStateAt(times, deps.clock.business(), isFunded)
  if (next === state) return issue
  if (next === 'open')
    return (await lockOpening(tx, issue.pid)) ? issue : updateIssue(tx, id, { state: next })
  // Heads that were published before the close is on record could be known while applications were still taken.
  const known = Math.max(await deps.heads.newestMinute(tx), deps.clock.now())
  return updateIssue(tx, id, { state: next, known_minute_ms: known })
}

const isCovered = async (tx: Tx, issue: IssueRecord): Promise<boolean> => {
  const [coins] = await lockBalances(tx, [house(`subscription:${issue.id}`, assetOf(issue))])
  return coins >= issue.number
}

const takeHead = async ({ heads }: Deps, tx: Tx, issue: IssueRecord): Promise<IssueRecord> => {
  const head = await heads.firstAfter(tx, issue.known_minute_ms ?? 0)
  if (head === null) return issue
  return updateIssue(tx, issue.id, {
    head_minute_ms: head.minute,
    head_symbol: head.symbol,
    head_n: head.n,
    head_hash: head.hash,
  })
}
