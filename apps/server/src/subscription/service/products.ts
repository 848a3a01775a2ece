import type { BodyOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { house } from '@glasshouse/core/ledger/chart'
import { marketNamesToWire } from '@glasshouse/core/markets/codec'
import {
  formatPrice,
  formatQuantity,
  formatUsdt,
  type Price,
  parseDecimal,
  priceScale,
  type Quantity,
  quantity,
} from '@glasshouse/core/money/units'
import { type IssueTerms, isLaterEndOnly, validateIssue } from '@glasshouse/core/subscription/rules'
import type { SubscriptionProductRow } from '@glasshouse/core/subscription/wire'
import { getBalances } from '../../ledger/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type RequestOrigin, readAndAudit, writeAudit } from '../../staff/index.ts'
import type { IssueRecord } from '../schema.ts'
import { insertIssue, listIssues, lockIssue, updateIssue } from '../store/issues.ts'
import { sumUnpaid } from '../store/orders.ts'
import { advanceIssue } from './advance.ts'
import { assetOf, type SubscriptionDeps } from './deps.ts'

type Deps = Pick<SubscriptionDeps, 'clock' | 'database' | 'heads'> & {
  readonly markets: Pick<SubscriptionDeps['markets'], 'product'>
}
type SaveBody = BodyOf<'/staff/api/productSave'>

const listedAtOnce = 200

/** The newest issues as staff see them. */
export const listSubscriptionIssues = async (
  deps: Deps,
  staff: StaffIdentity,
  origin: RequestOrigin,
): Promise<SubscriptionProductRow[]> => {
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
  body: SaveBody,
): Promise<SubscriptionProductRow> => {
  return transact(deps.database.db, async (tx) => {
    const before = body.id === undefined ? undefined : await lockIssue(tx, body.id)
    if (body.id !== undefined && before === undefined) throw domainError('notFound')
    const terms = soundTerms(body, before)
    if (before !== undefined) assertChangeable(before, body, terms)
    const after = await advanceIssue(deps, tx, await writeIssue(deps, tx, before, body, terms))
    const change = {
      before: before === undefined ? {} : auditedOf(before),
      after: auditedOf(after),
    }
    const record = { staffId: staff.id, action: 'productSave' as const, target: `subscription ${after.id}` }
    await writeAudit(tx, { ...record, ...origin, ...change }, deps.clock.now())
    return viewIssue(tx, after)
  })
}

const termsOf = (issue: IssueRecord): IssueTerms => ({
  price: issue.price as Price,
  number: issue.number as Quantity,
  step: issue.step as Quantity,
  min: issue.min_number as Quantity,
  max: issue.max_number as Quantity,
  openMs: issue.open_ms,
  closeMs: issue.close_ms,
  finalDay: issue.final_day,
  riskSheet: issue.risk_sheet,
})

const required = <T>(field: string, ...values: readonly (T | null | undefined)[]): T => {
  const value = values.find((one) => one !== undefined)
  if (value === undefined || value === null) throw domainError('invalidField', { field })
  return value
}

/** Whole coins of the wire. */
const coins = (whole: number | undefined): Quantity | undefined =>
  whole === undefined ? undefined : quantity(String(whole))

const soundTerms = (body: SaveBody, before: IssueRecord | undefined): IssueTerms => {
  const known = before === undefined ? undefined : termsOf(before)
  const price = body.price === undefined ? undefined : (parseDecimal(body.price, priceScale) as Price | null)
  const terms = {
    price: required('price', price, known?.price),
    number: required('number', coins(body.number), known?.number),
    step: required('step', coins(body.step), known?.step),
    min: required('minnumber', coins(body.minnumber), known?.min),
    max: required('maxnumber', coins(body.maxnumber), known?.max),
    openMs: required('opentime', body.opentime, known?.openMs),
    closeMs: required('closetime', body.closetime, known?.closeMs),
    finalDay: required('finaltime', body.finaltime, known?.finalDay),
    riskSheet: required('risksheet', body.risksheet, known?.riskSheet),
  }
  const issue = validateIssue(terms)
  if (issue !== null)
    throw domainError(issue.isMissing ? 'invalidField' : 'outOfRange', { field: issue.field })
  return terms
}

const assertChangeable = (before: IssueRecord, { pid }: SaveBody, terms: IssueTerms): void => {
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
  body: SaveBody,
  terms: IssueTerms,
): Promise<IssueRecord> => {
  const pid = required('pid', body.pid, before?.pid)
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

const promisedCoins = async (db: Db | Tx, { id, state, number }: IssueRecord): Promise<bigint> =>
  state === 'open' || state === 'closed' ? number : state === 'paying' ? sumUnpaid(db, id) : 0n

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

const auditedOf = (issue: IssueRecord) => ({
  pid: issue.pid,
  state: issue.state,
  price: formatPrice(issue.price),
  number: formatQuantity(issue.number),
  step: formatQuantity(issue.step),
  minnumber: formatQuantity(issue.min_number),
  maxnumber: formatQuantity(issue.max_number),
  opentime: issue.open_ms,
  closetime: issue.close_ms,
  finaltime: issue.final_day,
  risksheet: issue.risk_sheet,
})

const viewIssue = async (db: Db | Tx, issue: IssueRecord): Promise<SubscriptionProductRow> => {
  const reserve = `subscription:${issue.id}` as const
  const [coinsHeld = 0n, paid = 0n] = await getBalances(db, [house(reserve, assetOf(issue)), house(reserve)])
  return {
    id: issue.id,
    kind: 'subscription',
    ...marketNamesToWire(issue),
    ...auditedOf(issue),
    asked: formatQuantity(issue.asked),
    applications: issue.applications,
    promised: formatQuantity(await promisedCoins(db, issue)),
    reserve: formatQuantity(coinsHeld),
    paid: formatUsdt(paid),
    createtime: issue.created_ms,
    changed: issue.changed_ms,
  }
}
