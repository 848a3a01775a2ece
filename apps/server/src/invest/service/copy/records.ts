import { dayMs } from '@glasshouse/core/calendar/durations'
import { leadFiguresToWire } from '@glasshouse/core/invest/copy/leads/figures/codec'
import { maxCopyRiskScore, maxDrawdown, returnOver } from '@glasshouse/core/invest/copy/record'
import { usdt } from '@glasshouse/core/money/units'
import type { Midnight } from '../../../platform/jobs/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import type { LeadRow } from '../../schema.ts'
import {
  findNewestLeadDay,
  insertLeadDay,
  listActiveLeads,
  listRecordedUids,
  sumLeadDays,
  updateLead,
} from '../../store/copy/leads.ts'
import { listCopyOrders, listPeriodEnds } from '../../store/copy/orders.ts'
import { listPoolsOfLead } from '../../store/copy/pools.ts'
import { dayBefore } from './dealingRecord.ts'
import { leadNameOf } from './leads.ts'
import { postPeriodNotices, postRiskNotices } from './notices.ts'
import type { Pools } from './pools.ts'
import { figuresOf, readRecord } from './record.ts'

type Deps = Pick<Platform, 'clock' | 'database'> & { readonly pools: Pools }

/** Equity of a lead who has no day on record. */
const notTraded = usdt('0')
const walletsAtOnce = 500
/** Customers are told so long before the end of a period. */
const noticeMs = 4 * dayMs

/**
 * Writes a day of record of every second contract wallet, the figures of every lead, and the notices of periods that end
 * within four days. Of several midnights made up in one go only the last has prices, so only it has days of record.
 */
export const writeRecords = async (deps: Deps, { atMs, isLast }: Midnight): Promise<void> => {
  await notifyPeriodEnds(deps, atMs)
  if (!isLast) return
  const { db } = deps.database
  for (let afterUid = 0; ; ) {
    const uids = await listRecordedUids(db, { afterUid, limit: walletsAtOnce })
    for (const uid of uids) await writeDay(deps, uid, atMs)
    const last = uids.at(-1)
    if (last === undefined) break
    afterUid = last
  }
  for (const lead of await listActiveLeads(db)) await writeFigures(deps, lead, atMs)
}

/** A wallet whose market has no fresh price has no day: none is valued at a price from before. */
const writeDay = async ({ database: { db }, pools }: Deps, uid: number, atMs: number): Promise<void> => {
  // Equity and transfers of one snapshot: money that comes in after midnight and before the run is no return of the day.
  const day = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const before = await sumLeadDays(tx, uid)
      if (before.newestMs >= atMs) return null
      const equity = await pools.leadEquity(tx, uid)
      if (equity === null) return null
      const { deposited, withdrawn } = await pools.leadTransfers(tx, uid)
      const since = {
        deposited: deposited - before.deposited,
        withdrawn: withdrawn - before.withdrawn,
      }
      return { uid, day: dayBefore(atMs), at_ms: atMs, equity, ...since }
    })
  if (day !== null) await insertLeadDay(db, day)
}

const writeFigures = async (deps: Deps, lead: LeadRow, atMs: number): Promise<void> => {
  const { clock, database, pools } = deps
  const record = await transact(database.db, (tx) => readRecord(pools, tx, lead.uid))
  const { points } = record
  const figures = await figuresOf(pools, database.db, lead, record)
  const newest = await findNewestLeadDay(database.db, lead.uid)
  const isNewlyRisky =
    record.riskScore !== null &&
    record.riskScore > maxCopyRiskScore &&
    (lead.risk_score === null || lead.risk_score <= maxCopyRiskScore)
  await transact(database.db, async (tx) => {
    await updateLead(tx, lead.id, {
      name: await leadNameOf(tx, lead.uid),
      record_days: points.length,
      risk_score: record.riskScore,
      return_all: returnOver(points, points.length),
      max_drawdown: maxDrawdown(points, points.length),
      equity: newest?.equity ?? notTraded,
      record: JSON.stringify(leadFiguresToWire(figures)),
    })
    if (!isNewlyRisky || record.riskScore === null) return
    for (const { product_id } of await listPoolsOfLead(tx, lead.id))
      await postRiskNotices({ clock }, tx, await listCopyOrders(tx, product_id), {
        day: dayBefore(atMs),
        score: record.riskScore,
      })
  })
}

const notifyPeriodEnds = async ({ clock, database }: Deps, atMs: number): Promise<void> => {
  for (let afterId = 0; ; ) {
    const last = await transact(database.db, async (tx) => {
      const orders = await listPeriodEnds(tx, { untilMs: atMs + noticeMs, afterId, limit: walletsAtOnce })
      await postPeriodNotices({ clock }, tx, orders)
      return orders.at(-1)?.order.id
    })
    if (last === undefined) return
    afterId = last
  }
}
