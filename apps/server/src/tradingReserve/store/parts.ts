import type { HousePart } from '@glasshouse/core/contracts/housePart'
import type { Usdt } from '@glasshouse/core/money/units'
import { type Selectable, sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../../platform/database/index.ts'
import type { ExposureTables } from '../schema.ts'
import { type Exposures, exposuresOf } from './exposures.ts'

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Keeps a part from being gathered or levelled until the end of the transaction; sent before anything of it is read. */
export const lockPart = async (tx: Tx, part: number): Promise<void> => {
  await sql`select from contracts_house_part where part = ${part}::int for key share`.execute(tx)
}

type PartRow = { readonly part: number | null; readonly trading: Usdt } & Nullable<
  Selectable<ExposureTables['contracts_exposure']>
>
type Nullable<T> = { [Key in keyof T]: T[Key] | null }

/**
 * The parts as they are committed, the general one under null; none while no part is live, and the general one is the whole
 * house account.
 */
export const listLiveParts = async (db: Db | Tx): Promise<ReadonlyMap<number | null, HousePart>> => {
  const { rows } = await sql<PartRow>`
    select p.part, coalesce(a.balance, 0) as trading, e.*
    from (
      select null::int as part, 'house/trading/USDT' as account
      union all select part, 'house/trading:' || part || '/USDT' from contracts_house_part where is_live
    ) p
    left join ledger_account a on a.name = p.account
    left join lateral (
      select pid, long_quantity, long_cost, short_quantity, short_cost from contracts_exposure where p.part is null
      union all select pid, long_quantity, long_cost, short_quantity, short_cost
      from contracts_exposure_part where part = p.part
    ) e on true
    where exists (select from contracts_house_part where is_live)`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ part }) => part)].map(([part, own]) => [
      part,
      { trading: own[0]?.trading ?? (0n as Usdt), exposures: exposuresIn(own) },
    ]),
  )
}

const exposuresIn = (rows: readonly PartRow[]): Exposures =>
  exposuresOf(
    rows.filter((row): row is PartRow & Selectable<ExposureTables['contracts_exposure']> => row.pid !== null),
  )

/** A part that an engine said it uses: whether it is live, and whether it will be used on. */
type KnownPart = { readonly part: number; readonly isLive: boolean; readonly isUsed: boolean }

/** The parts that are known, by number. */
export const listKnownParts = async (db: Db | Tx): Promise<readonly KnownPart[]> =>
  (
    await sql<KnownPart>`
      select part, is_live as "isLive", until_ms >= ${nowMs} as "isUsed" from contracts_house_part
      order by part`.execute(db)
  ).rows

/** Says that an engine uses a part for a time. */
export const upsertPart = async (db: Db, part: number, forMs: number): Promise<void> => {
  await sql`
    insert into contracts_house_part (part, until_ms) values (${part}::int, ${nowMs} + ${forMs}::bigint)
    on conflict (part) do update set until_ms = excluded.until_ms`.execute(db)
}

/**
 * Locks the levelling and all parts, in this order, so that no batch in a part is under way and none begins. Returns the number
 * of the next levelling, and whether parts may be levelled now.
 */
export const lockLevelling = async (
  tx: Tx,
): Promise<{ readonly number: number; readonly isAllowed: boolean }> => {
  const { rows } = await sql<{ number: number; isAllowed: boolean }>`
    select number + 1 as number, not_before_ms <= ${nowMs} as "isAllowed" from contracts_levelling for update`.execute(
    tx,
  )
  await sql`select from contracts_house_part order by part for update`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the levelling has one row')
  return row
}

/** Whether parts may be levelled now, without locking. */
export const isLevellingAllowed = async (db: Db): Promise<boolean> =>
  (
    await sql<{ isAllowed: boolean }>`
      select not_before_ms <= ${nowMs} as "isAllowed" from contracts_levelling`.execute(db)
  ).rows[0]?.isAllowed === true

/** Locks what all parts but the general one have of the open positions. */
export const lockPartExposures = async (tx: Tx): Promise<void> => {
  await sql`select from contracts_exposure_part order by part, pid for update`.execute(tx)
}

/** Removes them; they have to be added to the general part. */
export const deletePartExposures = async (tx: Tx): Promise<void> => {
  await sql`delete from contracts_exposure_part`.execute(tx)
}

/** Writes down a levelling: which parts are live now, and for how long nothing is to be levelled. */
export const updateParts = async (
  tx: Tx,
  live: readonly number[],
  number: number,
  pauseMs: number,
): Promise<void> => {
  await sql`
    update contracts_house_part set is_live = part = any(${pgNumberArray(live)}::int[])
    where is_live <> (part = any(${pgNumberArray(live)}::int[]))`.execute(tx)
  await sql`
    update contracts_levelling set number = ${number}::bigint, not_before_ms = ${nowMs} + ${pauseMs}::bigint`.execute(
    tx,
  )
}
