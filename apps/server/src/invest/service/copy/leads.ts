import { dayStart } from '@glasshouse/core/calendar/days'
import { domainError } from '@glasshouse/core/errors/registry'
import type { ListLeadsQuery } from '@glasshouse/core/invest/copy/codec'
import { type LeadIssue, listLeadIssues } from '@glasshouse/core/invest/copy/lead'
import type { LeadRecord, LeadView, RecordPoint } from '@glasshouse/core/invest/copy/leads/codec'
import { leadFiguresFromStored, walletFiguresToWire } from '@glasshouse/core/invest/copy/leads/figures/codec'
import { type IndexPoint, isRecordShort } from '@glasshouse/core/invest/copy/record'
import { customer } from '@glasshouse/core/ledger/chart'
import { sumUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../../content/index.ts'
import { findCustomer, lockCustomerById } from '../../../customers/records/index.ts'
import { listReferrers } from '../../../customers/referrers/index.ts'
import { getBalances } from '../../../ledger/posting/index.ts'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { memberOf } from '../../../staff/index.ts'
import type { LeadRow, PoolRow } from '../../schema.ts'
import {
  findActiveLead,
  findLead,
  findWaitingApplication,
  insertApplication,
  insertLead,
  isIdentityLeading,
  listLeadRows,
} from '../../store/copy/leads.ts'
import { countFollowers, listPoolsOfLead } from '../../store/copy/pools.ts'
import { findProductNames } from '../../store/products.ts'
import type { Pools } from './pools.ts'
import { readDays, readRecord, walletFigures } from './record.ts'

/** What decides about leads and is not of this module. */
export type LeadDeps = Pick<Platform, 'clock' | 'database'> & {
  readonly pools: Pools
  readonly isKycApproved: (db: Db | Tx, uid: number) => Promise<boolean>
  /** The keyed hash of the person of an approved account. */
  readonly findIdentity: (db: Db | Tx, uid: number) => Promise<string | null>
}

/** The account of the operator: the referrer of customers who have none. */
const operatorUid = 10_000

/**
 * Stores an application to be copied, with what decided about it, and returns its id.
 *
 * @throws notAllowed (`staff`) · invalidState (`reason`) `leading`, `inReview`, `kyc`, `days`, `trades`, `equity`, `riskScore`
 */
export const applyAsLead = async (
  deps: LeadDeps,
  { uid }: { readonly uid: number },
  { text }: { readonly text: string },
): Promise<{ readonly id: number }> => {
  if (text.trim() === '') throw domainError('invalidField', { field: 'text' })
  return transact(deps.database.db, async (tx) => {
    await lockCustomerById(tx, uid)
    const judged = await judgeApplicant(deps, tx, uid, { isDecision: false })
    assertNoIssue(judged.issues)
    return { id: await storeApplication(deps, tx, uid, judged, text) }
  })
}

/** Stores the application of a practice customer who does not meet the conditions, which its figures say; one waits at most. */
export const applyAsSampleLead = (deps: LeadDeps, uid: number, text: string): Promise<void> =>
  transact(deps.database.db, async (tx) => {
    await lockCustomerById(tx, uid)
    const judged = await judgeApplicant(deps, tx, uid, { isDecision: false })
    if (!judged.facts.isInReview) await storeApplication(deps, tx, uid, judged, text)
  })

const storeApplication = async (
  { pools, clock }: LeadDeps,
  tx: Tx,
  uid: number,
  { facts }: Pick<Awaited<ReturnType<typeof judgeApplicant>>, 'facts'>,
  text: string,
): Promise<number> =>
  insertApplication(tx, {
    uid,
    text: text.trim(),
    record_days: facts.recordDays,
    closed_trades: facts.closedTrades,
    equity: facts.equity,
    risk_score: facts.riskScore,
    record: JSON.stringify(walletFiguresToWire(walletFigures(await readRecord(pools, tx, uid)))),
    created_ms: clock.business(),
  })

/** Refuses an applicant for the first thing that blocks the application. */
export const assertNoIssue = ([issue]: readonly LeadIssue[]): void => {
  if (issue === undefined) return
  throw domainError(issue === 'staff' ? 'notAllowed' : 'invalidState', { reason: issue })
}

/** Closed positions are counted so far: a threshold is far below it, and a larger history costs no more. */
const maxCountedTrades = 10_000

/** Judges an applicant by the facts of now; for a decision the own application does not count as one in review. */
export const judgeApplicant = async (
  deps: LeadDeps,
  tx: Db | Tx,
  uid: number,
  { isDecision }: { readonly isDecision: boolean },
) => {
  const { pools } = deps
  const person = await findCustomer(tx, uid)
  const email = person?.email ?? null
  const identity = await deps.findIdentity(tx, uid)
  const { points, riskScore } = await readDays(tx, uid, null)
  const equity = await pools.leadEquity(tx, uid)
  const isLeading =
    (await findActiveLead(tx, uid)) !== null || (identity !== null && (await isIdentityLeading(tx, identity)))
  const facts = {
    isStaff: uid === operatorUid || (email !== null && (await memberOf(tx, email)) !== undefined),
    isLeading,
    isInReview: !isDecision && (await findWaitingApplication(tx, uid)) !== null,
    isKycApproved: await deps.isKycApproved(tx, uid),
    recordDays: points.length,
    closedTrades: await pools.countLeadPositions(tx, uid, maxCountedTrades),
    // A wallet whose market has no fresh price has no known equity, which is not enough.
    equity: equity ?? usdt('0'),
    riskScore,
    isScoreWaived: false,
  }
  const limits = {
    minDays: await getSetting(tx, 'lead_min_days'),
    minTrades: await getSetting(tx, 'lead_min_trades'),
    minEquity: await getSetting(tx, 'lead_min_equity'),
  }
  return { facts, equity, limits, identity, issues: listLeadIssues(facts, limits) }
}

/** Admits a lead of the practice sample without the days of record, which its page says. */
export const admitSampleLead = async (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  uid: number,
): Promise<LeadRow> =>
  (await findActiveLead(tx, uid)) ??
  insertLead(tx, {
    uid,
    since_ms: clock.business(),
    identity: null,
    is_waived: true,
    // A sample lead has not traded yet.
    equity: (await getBalances(tx, [customer(uid, 'contract2')]))[0],
    name: await leadNameOf(tx, uid),
  })

/** The name under which a lead is found. */
export const leadNameOf = async (tx: Tx, uid: number): Promise<string> =>
  ((await findCustomer(tx, uid))?.username ?? '').toLowerCase()

type ReadDeps = Pick<LeadDeps, 'database'>

/** Whether a lead is among those who invited a customer; null for a visitor. */
export const isReferrerOf = async (
  db: Db,
  leadUid: number,
  viewerUid: number | null,
): Promise<boolean | null> => {
  if (viewerUid === null) return null
  const known = await listReferrers(db, viewerUid)
  return known?.referrers.includes(leadUid) === true
}

/** A lead as all users see it. Pools are as of their newest dealing and the look of the last minute: visitors value none. */
export const viewLead = async ({ database: { db } }: ReadDeps, lead: LeadRow): Promise<LeadView> => {
  const own = await listPoolsOfLead(db, lead.id)
  const ids = own.map(({ product_id }) => product_id)
  const followers = await countFollowers(db, ids)
  const sum = (of: (pool: PoolRow) => Usdt) => sumUnits(own.map(of))
  return {
    id: lead.id,
    username: (await findCustomer(db, lead.uid))?.username ?? '',
    sinceMs: lead.since_ms,
    endedMs: lead.ended_ms,
    endReason: lead.end_reason,
    isWaived: lead.is_waived,
    days: lead.record_days,
    isRecordShort: isRecordShort(lead.record_days),
    ...leadFiguresFromStored(lead.record),
    equity: lead.equity,
    pool: sum(({ dealt_worth }) => dealt_worth),
    followers: ids.reduce((total, id) => total + (followers.get(id) ?? 0), 0),
    capacity: sum(({ capacity, stopped_ms }) => (stopped_ms === null ? capacity : usdt('0'))),
    riskScore: lead.risk_score,
    products: [...(await findProductNames(db, ids))].map(([id, name]) => ({ id, name })),
  }
}

/** One page of the leads there ever were that a filter takes. */
export const listLeads = async (
  deps: ReadDeps,
  query: ListLeadsQuery,
): Promise<{ readonly rows: readonly LeadView[]; readonly total: number }> => {
  const { rows, total } = await listLeadRows(deps.database.db, query)
  const shown: LeadView[] = []
  // One after the other: a page of a visitor takes one connection.
  for (const lead of rows) shown.push(await viewLead(deps, lead))
  return { rows: shown, total }
}

/** A lead with index and drawdown by day. Throws `notFound`. */
export const getLeadDetail = async (
  deps: ReadDeps,
  id: number,
  viewerUid: number | null,
): Promise<LeadRecord> => {
  const { db } = deps.database
  const lead = await findLead(db, id)
  if (lead === null) throw domainError('notFound')
  const { points } = await readDays(db, lead.uid, lead.ended_ms)
  return {
    ...(await viewLead(deps, lead)),
    isReferrer: await isReferrerOf(db, lead.uid, viewerUid),
    points: points.map(shownPoint),
  }
}

const shownPoint = ({ day, index, drawdown }: IndexPoint): RecordPoint => {
  const startMs = dayStart(day)
  if (startMs === null) throw new Error(`day ${day} of a record is none`)
  return { startMs, index, drawdown }
}
