import type { LeadFilter, ListLeadsQuery } from '@glasshouse/core/invest/copy/codec'
import { maxCopyRiskScore } from '@glasshouse/core/invest/copy/record'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { QueueItem } from '../../../reviews/index.ts'
import type { InvestTables, LeadApplicationRow, LeadDayRow, LeadRow } from '../../schema.ts'

const tables = (db: Db | Tx) => db.withTables<InvestTables>()

export const insertLead = async (
  tx: Tx,
  lead: Pick<
    Insertable<InvestTables['invest_lead']>,
    'uid' | 'since_ms' | 'identity' | 'is_waived' | 'equity' | 'name'
  >,
): Promise<LeadRow> =>
  tables(tx)
    .insertInto('invest_lead')
    .values({ ...lead, ended_ms: null, end_reason: null, risk_score: null, return_all: null })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findLead = async (db: Db | Tx, id: number): Promise<LeadRow | null> =>
  (await tables(db).selectFrom('invest_lead').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

/** The lead that a customer is now; null for anybody else. */
export const findActiveLead = async (db: Db | Tx, uid: number): Promise<LeadRow | null> =>
  (await tables(db)
    .selectFrom('invest_lead')
    .selectAll()
    .where('uid', '=', uid)
    .where('ended_ms', 'is', null)
    .executeTakeFirst()) ?? null

/** Whether a customer leads, or has led a pool whose followers are not paid yet: their dealing may still pay a fee. */
export const hasOpenLead = async (db: Db | Tx, uid: number): Promise<boolean> => {
  const { rows } = await sql`
    select from invest_lead l where l.uid = ${uid} and (
      l.ended_ms is null or exists (select from invest_pool p where p.lead_id = l.id and p.units > 0)
    ) limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a person, by the keyed hash of the identity, is a lead under any account. */
export const isIdentityLeading = async (db: Db | Tx, identity: string): Promise<boolean> =>
  (await tables(db)
    .selectFrom('invest_lead')
    .select('id')
    .where('identity', '=', identity)
    .where('ended_ms', 'is', null)
    .executeTakeFirst()) !== undefined

/** Locks a person, by the keyed hash of the identity, until the end of the transaction; nothing where it is not known. */
export const lockIdentity = async (tx: Tx, identity: string | null): Promise<void> => {
  if (identity !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended('invest_lead ' || ${identity}::text, 0))`.execute(
      tx,
    )
}

/** Locks a lead until the end of the transaction. */
export const lockLead = async (tx: Tx, id: number): Promise<LeadRow | null> =>
  (await tables(tx)
    .selectFrom('invest_lead')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) ?? null

export const updateLead = async (
  tx: Tx,
  id: number,
  lead: Updateable<InvestTables['invest_lead']>,
): Promise<void> => {
  await tables(tx).updateTable('invest_lead').set(lead).where('id', '=', id).execute()
}

/** Leads that are active, by id. */
export const listActiveLeads = (db: Db | Tx): Promise<readonly LeadRow[]> =>
  tables(db).selectFrom('invest_lead').selectAll().where('ended_ms', 'is', null).orderBy('id').execute()

const columnOf = {
  days: 'record_days',
  risk: 'risk_score',
  return: 'return_all',
  drawdown: 'max_drawdown',
} as const

/**
 * One page of the leads of a filter, with the total; what is not known comes last. A manager admits each lead, so the
 * table stays small enough to be read whole.
 */
export const listLeadRows = async (
  db: Db,
  query: ListLeadsQuery,
): Promise<{ readonly rows: readonly LeadRow[]; readonly total: number }> => {
  const found = filtered(db, query.filter)
  const { total } = await found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy(columnOf[query.orderBy], (by) =>
      query.direction === 'asc' ? by.asc().nullsLast() : by.desc().nullsLast(),
    )
    .orderBy('id')
    .offset(query.offset)
    .limit(query.limit)
    .execute()
  return { rows, total }
}

/** A lead whose risk score admits new money (`canBeCopied`), with room in a pool by the newest look. */
const isOpen = sql<boolean>`
  ended_ms is null and (risk_score <= ${maxCopyRiskScore} or (risk_score is null and is_waived)) and exists (
    select from invest_pool p where p.lead_id = invest_lead.id and p.stopped_ms is null and p.capacity > 0
  )`

const filtered = (db: Db, filter: LeadFilter) => {
  const { state, market, name, maxRiskScore, maxDrawdown, minDays, maxLeverage } = filter
  return tables(db)
    .selectFrom('invest_lead')
    .$if(state === 'ended', (leads) => leads.where('ended_ms', 'is not', null))
    .$if(state === 'open', (leads) => leads.where(isOpen))
    .$if(market !== null, (leads) =>
      leads.where(sql<boolean>`uid in (select uid from invest_lead_market where pid = ${market})`),
    )
    .$if(name !== '', (leads) =>
      leads.where('name', 'like', `${name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`),
    )
    .$if(maxRiskScore !== null, (leads) => leads.where('risk_score', '<=', maxRiskScore))
    .$if(maxDrawdown !== null, (leads) =>
      leads.where('record_days', '>', 0).where('max_drawdown', '<=', maxDrawdown),
    )
    .$if(minDays !== null, (leads) => leads.where('record_days', '>=', minDays ?? 0))
    .$if(maxLeverage !== null, (leads) =>
      leads.where(sql<boolean>`(record ->> 'leverage')::numeric <= ${maxLeverage}`),
    )
}

/** Days of record of a wallet, oldest first. */
export const listLeadDays = (db: Db | Tx, uid: number): Promise<readonly LeadDayRow[]> =>
  tables(db).selectFrom('invest_lead_day').selectAll().where('uid', '=', uid).orderBy('day').execute()

export const findNewestLeadDay = async (db: Db, uid: number): Promise<LeadDayRow | null> =>
  (await tables(db)
    .selectFrom('invest_lead_day')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** The newest midnight of a wallet's record (0 without a day), and what its days counted in and out so far. */
export const sumLeadDays = async (
  db: Db | Tx,
  uid: number,
): Promise<{ readonly newestMs: number; readonly deposited: bigint; readonly withdrawn: bigint }> => {
  const { rows } = await sql<Awaited<ReturnType<typeof sumLeadDays>>>`
    select coalesce(max(at_ms), 0)::bigint as "newestMs", coalesce(sum(deposited), 0) as deposited,
      coalesce(sum(withdrawn), 0) as withdrawn
    from invest_lead_day where uid = ${uid}`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found
}

/** Writes a day of record once. */
export const insertLeadDay = async (
  tx: Tx | Db,
  day: Insertable<InvestTables['invest_lead_day']>,
): Promise<void> => {
  await tables(tx)
    .insertInto('invest_lead_day')
    .values(day)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const insertApplication = async (
  tx: Tx,
  application: Omit<
    Insertable<InvestTables['invest_lead_application']>,
    'id' | 'state' | 'decided_ms' | 'remark'
  >,
): Promise<number> => {
  const { id } = await tables(tx)
    .insertInto('invest_lead_application')
    .values({ ...application, decided_ms: null, remark: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findWaitingApplication = async (db: Db | Tx, uid: number): Promise<LeadApplicationRow | null> =>
  (await tables(db)
    .selectFrom('invest_lead_application')
    .selectAll()
    .where('uid', '=', uid)
    .where('state', '=', 'pending')
    .executeTakeFirst()) ?? null

/** The newest application of a customer. */
export const findNewestApplication = async (db: Db | Tx, uid: number): Promise<LeadApplicationRow | null> =>
  (await tables(db)
    .selectFrom('invest_lead_application')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

export const selectApplications = (
  db: Db | Tx,
  ids: readonly number[],
): Promise<readonly LeadApplicationRow[]> =>
  tables(db)
    .selectFrom('invest_lead_application')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()

export const lockApplication = async (tx: Tx, id: number): Promise<LeadApplicationRow | null> =>
  (await tables(tx)
    .selectFrom('invest_lead_application')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) ?? null

export const updateApplicationDecided = async (
  tx: Tx,
  id: number,
  decided: { readonly state: ReviewState; readonly remark: string; readonly decidedMs: number },
): Promise<void> => {
  await tables(tx)
    .updateTable('invest_lead_application')
    .set({ state: decided.state, remark: decided.remark, decided_ms: decided.decidedMs })
    .where('id', '=', id)
    .execute()
}

/** A select of the applications of a state, for the review queue; three days are given to decide. */
export const applicationItems = (state: ReviewState): RawBuilder<QueueItem> => sql<QueueItem>`
  select id, uid, created_ms, created_ms + 259200000 as deadline_ms, '' as words
  from invest_lead_application where state = ${state}`

/** Applications of a customer, oldest first. */
export const listApplicationsOf = (db: Db, uid: number): Promise<readonly LeadApplicationRow[]> =>
  tables(db).selectFrom('invest_lead_application').selectAll().where('uid', '=', uid).orderBy('id').execute()

/**
 * Customers whose second contract wallet holds something or did at its newest day, and leads, after a uid: those whose
 * record has a day. The day on which a wallet was lost or emptied is one. Numbers of pools are below those of customers.
 */
export const listRecordedUids = async (
  db: Db,
  { afterUid, limit }: { readonly afterUid: number; readonly limit: number },
): Promise<readonly number[]> => {
  const { rows } = await sql<{ uid: number }>`
    select uid from (
      select owner_id as uid from ledger_account a
        where owner = 'customer' and purpose in ('contract2', 'contract2Margin', 'contract2Hold') and (
          balance > 0
          or (select equity from invest_lead_day d where d.uid = a.owner_id order by day desc limit 1) <> 0
        )
      union select uid from invest_lead where ended_ms is null
    ) wallets where uid > ${Math.max(afterUid, 9999)} order by uid limit ${limit}`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Every time a customer was a lead, oldest first. */
export const listLeadsOf = (db: Db, uid: number): Promise<readonly LeadRow[]> =>
  tables(db).selectFrom('invest_lead').selectAll().where('uid', '=', uid).orderBy('id').execute()

/** Empties the name under which a closed account is found among the leads there were. */
export const anonymizeLeads = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx).updateTable('invest_lead').set({ name: '' }).where('uid', '=', uid).execute()
}
