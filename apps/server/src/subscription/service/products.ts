import { domainError } from '@glasshouse/core/errors/registry'
import { house } from '@glasshouse/core/ledger/chart'
import { type Quantity, quantity } from '@glasshouse/core/money/units'
import { issueTermsToWire } from '@glasshouse/core/subscription/codec'
import { type IssueTerms, isLaterEndOnly, validateIssue } from '@glasshouse/core/subscription/rules'
import {
  issueTermToWire,
  type SaveIssueCommand,
  type StaffIssue,
} from '@glasshouse/core/subscription/staff/codec'
import { getBalances } from '../../ledger/posting/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type RequestOrigin, readAndAudit, writeAudit } from '../../staff/index.ts'
import type { IssueRecord } from '../schema.ts'
import { insertIssue, listIssues, lockIssue, updateIssue } from '../store/issues.ts'
import { sumUnpaid } from '../store/orders.ts'
import { advanceIssue } from './advance.ts'
import { assetOf, type SubscriptionDeps } from './deps.ts'
import { termsOf } from './view.ts'

type Deps = Pick<SubscriptionDeps, 'clock' | 'database' | 'heads'> & {
  readonly markets: Pick<SubscriptionDeps['markets'], 'product'>
}

const listedAtOnce = 200

/** The newest issues as staff see them. */
export const listSubscriptionIssues = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<readonly StaffIssue[]> => {
  const { db } = deps.database
  await readAndAudit(deps, staff, origin, 'productList', 'subscription')
  const issues = await listIssues(db, { drafts: true, openOnly: false, limit: listedAtOnce })
  return Promise.all(issues.map((issue) => viewIssue(db, issue)))
}

/**
 * Saves an issue: a new one is a draft, and opens by itself once it is funded and its window has come. After it opened
 * only the last day to pay may move, later.
 *
 * @throws notFound an unknown issue or market · invalidField a missing field · outOfRange (2002, `field`) fields that
 * contradict each other · invalidState (2003) `opened`, `ended`, `unchanged`
 */
export const saveSubscriptionIssue = (
  deps: Deps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  command: SaveIssueCommand,
): Promise<StaffIssue> => {
  return transact(deps.database.db, async (tx) => {
    const before = command.id === null ? undefined : await lockIssue(tx, command.id)
    if (command.id !== null && before === undefined) throw domainError('notFound')
    const terms = soundTerms(command, before)
    if (before !== undefined) assertChangeable(before, command, terms)
    const after = await advanceIssue(deps, tx, await writeIssue(deps, tx, before, command, terms))
    const change = {
      before: before === undefined ? {} : auditedOf(before),
      after: auditedOf(after),
    }
    const record = { staffId: staff.id, action: 'productSave' as const, target: `subscription ${after.id}` }
    await writeAudit(tx, { ...record, ...origin, ...change }, deps.clock.now())
    return viewIssue(tx, after)
  })
}

/** The terms that a command leaves an issue with. Throws `invalidField` for a new one without a term. */
const soundTerms = ({ terms: given }: SaveIssueCommand, before: IssueRecord | undefined): IssueTerms => {
  const known = before === undefined ? undefined : termsOf(before)
  const termOf = <Term extends keyof IssueTerms>(term: Term): IssueTerms[Term] => {
    const value = given[term] === undefined ? known?.[term] : given[term]
    if (value === undefined || value === null)
      throw domainError('invalidField', { field: issueTermToWire(term) })
    return value as IssueTerms[Term]
  }
  const terms = {
    price: termOf('price'),
    number: termOf('number'),
    step: termOf('step'),
    min: termOf('min'),
    max: termOf('max'),
    openMs: termOf('openMs'),
    closeMs: termOf('closeMs'),
    finalDay: termOf('finalDay'),
    riskSheet: termOf('riskSheet'),
  }
  const issue = validateIssue(terms)
  if (issue !== null)
    throw domainError(issue.isMissing ? 'invalidField' : 'outOfRange', { field: issueTermToWire(issue.term) })
  return terms
}

const assertChangeable = (before: IssueRecord, { pid }: SaveIssueCommand, terms: IssueTerms): void => {
  const present = termsOf(before)
  const isSameMarket = pid === undefined || pid === before.pid
  if (before.state === 'over' || before.state === 'cancelled')
    throw domainError('invalidState', { reason: 'ended' })
  if (before.state !== 'draft' && !(isSameMarket && isLaterEndOnly(present, terms)))
    throw domainError('invalidState', { reason: 'opened' })
  const keys = Object.keys(terms) as (keyof IssueTerms)[]
  if (isSameMarket && keys.every((key) => present[key] === terms[key]))
    throw domainError('invalidState', { reason: 'unchanged' })
}

const writeIssue = async (
  { clock, markets }: Deps,
  tx: Tx,
  before: IssueRecord | undefined,
  command: SaveIssueCommand,
  terms: IssueTerms,
): Promise<IssueRecord> => {
  const pid = command.pid ?? before?.pid
  if (pid === undefined) throw domainError('invalidField', { field: 'pid' })
  const market = markets.product(pid)
  if (market === null) throw domainError('notFound')
  // Its coins may lie in the reserve already.
  if (before !== undefined && before.pid !== pid) throw domainError('invalidState', { reason: 'kind' })
  const nowMs = clock.business()
  const written = {
    ...{ price: terms.price, number: terms.number, step: terms.step, min_number: terms.min },
    ...{ max_number: terms.max, open_ms: terms.openMs, close_ms: terms.closeMs, final_day: terms.finalDay },
    risk_sheet: terms.riskSheet,
    changed_ms: nowMs,
  }
  if (before !== undefined) return updateIssue(tx, before.id, written)
  const names = { pid, symbol: market.symbol, title: market.title }
  return insertIssue(tx, { ...written, ...names, created_ms: nowMs })
}

const promisedCoins = async (db: Db | Tx, { id, state, number }: IssueRecord): Promise<Quantity> =>
  state === 'open' || state === 'closed' ? number : state === 'paying' ? sumUnpaid(db, id) : quantity('0')

/**
 * What must stay in the reserve of an issue in an asset: coins that are offered, or allotted and not paid. Null for an
 * unknown issue or an asset it does not have. The issue is locked until the commit.
 */
export const lockSubscriptionPromise = async (tx: Tx, id: number, asset: string): Promise<bigint | null> => {
  const issue = await lockIssue(tx, id)
  if (issue === undefined) return null
  if (asset === 'USDT') return 0n
  return asset === assetOf(issue) ? promisedCoins(tx, issue) : null
}

/** Market and price of the coins of an issue; undefined for an unknown one. */
export const findSubscriptionPrice = async (
  tx: Tx,
  id: number,
): Promise<Pick<IssueRecord, 'symbol' | 'price'> | undefined> => lockIssue(tx, id)

/** Reserves of the newest issues: each in its coin and in USDT. */
export const listSubscriptionReserves = async (
  db: Db | Tx,
): Promise<readonly { readonly id: number; readonly asset: string; readonly promised: bigint }[]> => {
  const issues = await listIssues(db, { drafts: true, openOnly: false, limit: listedAtOnce })
  const rows = await Promise.all(
    issues.map(async (issue) => [
      { id: issue.id, asset: assetOf(issue), promised: await promisedCoins(db, issue) },
      { id: issue.id, asset: 'USDT', promised: 0n },
    ]),
  )
  return rows.flat()
}

/** What the audit log keeps of an issue. */
const auditedOf = (issue: IssueRecord) => ({
  pid: issue.pid,
  state: issue.state,
  ...issueTermsToWire(termsOf(issue)),
})

const viewIssue = async (db: Db | Tx, issue: IssueRecord): Promise<StaffIssue> => {
  const reserve = `subscription:${issue.id}` as const
  const [coins, paid] = await getBalances(db, [house(reserve, assetOf(issue)), house(reserve)])
  const { id, pid, symbol, title, state, asked, applications } = issue
  return {
    ...termsOf(issue),
    ...{ id, pid, symbol, title, state, asked, applications, paid },
    promised: await promisedCoins(db, issue),
    reserve: coins,
    createdMs: issue.created_ms,
    changedMs: issue.changed_ms,
  }
}
