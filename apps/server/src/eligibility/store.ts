import {
  type LimitName,
  type LimitValue,
  noLimit,
  type StoredLimit,
} from '@glasshouse/core/eligibility/limits'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import type { RiskProduct } from '@glasshouse/core/policy/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import { sql } from 'kysely'
import { batchedRead } from '../platform/concurrency/index.ts'
import type { Db, Tx } from '../platform/database/index.ts'
import type { EligibilityTables } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<EligibilityTables>()

export type Limits = Readonly<Record<LimitName, StoredLimit>>

const none: Limits = { dailyLoss: noLimit, deposit: noLimit, pauseUntil: noLimit }

/** Every limit of some customers as it is kept; who never set one has none and is not in it. */
const selectLimitsOf = batchedRead(async (db: Db, uids: readonly number[]) => {
  const rows = await tables(db)
    .selectFrom('protection_limit')
    .selectAll()
    .where('uid', '=', sql<number>`any(${uids}::int8[])`)
    .execute()
  const found = new Map<number, Limits>()
  for (const { uid, name, value, next_value, next_from_ms } of rows) {
    const next = next_from_ms === null ? null : { value: next_value, fromMs: next_from_ms }
    found.set(uid, { ...(found.get(uid) ?? none), [name]: { value, next } })
  }
  return found
})

/** Every limit of a customer as it is kept; who never set one has none. */
export const listLimits = async (db: Db | Tx, uid: number): Promise<Limits> =>
  (await selectLimitsOf(db, uid)) ?? none

/** Makes what changes or uses up the limits of one customer follow each other until the commit. */
export const lockLimits = async (tx: Tx, uid: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`protection ${uid}`}, 0))`.execute(tx)
}

export const upsertLimit = async (
  tx: Tx,
  uid: number,
  name: LimitName,
  { value, next }: StoredLimit,
): Promise<void> => {
  const kept = { value, next_value: next?.value ?? null, next_from_ms: next?.fromMs ?? null }
  await tables(tx)
    .insertInto('protection_limit')
    .values({ uid, name, ...kept })
    .onConflict((conflict) => conflict.columns(['uid', 'name']).doUpdateSet(kept))
    .execute()
}

/** Adds to what the copy orders of a customer came to on a business day. */
export const upsertCopiedResult = async (
  tx: Tx,
  { uid, dayMs, amount }: { readonly uid: number; readonly dayMs: number; readonly amount: bigint },
): Promise<void> => {
  await sql`
    insert into protection_copied_result as known (uid, day_ms, amount) values (${uid}, ${dayMs}, ${amount})
    on conflict (uid, day_ms) do update set amount = known.amount + excluded.amount`.execute(tx)
}

/** What the copy orders of a customer came to on a business day; 0 when nothing was dealt. */
export const findCopiedResult = async (db: Db | Tx, uid: number, dayMs: number): Promise<Usdt> => {
  const row = await tables(db)
    .selectFrom('protection_copied_result')
    .select('amount')
    .where('uid', '=', uid)
    .where('day_ms', '=', dayMs)
    .executeTakeFirst()
  return row?.amount ?? usdt('0')
}

export type LimitChange = {
  readonly uid: number
  readonly name: LimitName
  readonly value: LimitValue
  readonly fromMs: number
  readonly atMs: number
}

export const insertLimitChange = async (tx: Tx, { fromMs, atMs, ...change }: LimitChange): Promise<void> => {
  await tables(tx)
    .insertInto('protection_limit_change')
    .values({ ...change, from_ms: fromMs, at_ms: atMs })
    .execute()
}

/** Every wish of a customer, oldest first. */
export const listLimitChanges = (db: Db, uid: number) =>
  tables(db)
    .selectFrom('protection_limit_change')
    .select(['name', 'value', 'from_ms', 'at_ms'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute()

export type RiskAnswers = {
  readonly uid: number
  readonly product: RiskProduct
  readonly version: string
  readonly answers: string
  readonly passed: boolean
  readonly lang: Language
  readonly atMs: number
}

export const insertAnswers = async (tx: Tx, { atMs, ...given }: RiskAnswers): Promise<void> => {
  await tables(tx)
    .insertInto('protection_answer')
    .values({ ...given, at_ms: atMs })
    .execute()
}

/** A version of a product's check that was passed, and when first. */
type RiskCheckPass = { readonly product: RiskProduct; readonly version: string; readonly first: number }

/** What some customers have passed. */
const selectPassesOf = batchedRead(async (db: Db, uids: readonly number[]) => {
  const rows = await tables(db)
    .selectFrom('protection_answer')
    .select(({ fn }) => ['uid', 'product', 'version', fn.min<number>('at_ms').as('first')])
    .where('uid', '=', sql<number>`any(${uids}::int8[])`)
    .where('passed', '=', true)
    .groupBy(['uid', 'product', 'version'])
    .execute()
  return Map.groupBy(rows, ({ uid }): number => uid) as ReadonlyMap<number, readonly RiskCheckPass[]>
})

/** When a customer first passed a version of a product's check; null when not yet. */
export const findPass = async (
  db: Db | Tx,
  uid: number,
  product: RiskProduct,
  version: string,
): Promise<number | null> => {
  const passes = (await selectPassesOf(db, uid)) ?? []
  return passes.find((pass) => pass.product === product && pass.version === version)?.first ?? null
}

/** When a customer first passed any check of a risky product; the cooling-off time begins there. */
export const findFirstPass = async (db: Db | Tx, uid: number): Promise<number | null> => {
  const passes = (await selectPassesOf(db, uid)) ?? []
  return passes.length === 0 ? null : Math.min(...passes.map(({ first }) => first))
}

/** Everything a customer ever answered, oldest first. */
export const listAnswers = (db: Db, uid: number) =>
  tables(db)
    .selectFrom('protection_answer')
    .select(['product', 'version', 'answers', 'passed', 'lang', 'at_ms'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute()
