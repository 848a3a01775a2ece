import { type CustomerAccountType, usdtAsset } from '@glasshouse/core/ledger/chart'
import type { JournalType } from '@glasshouse/core/ledger/journal'
import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/index.ts'

/** What came into an account and what left it, both 0 or more, USDT. */
export type AccountFlows = { readonly received: Usdt; readonly paid: Usdt }

/**
 * Sums what ever came into and left one USDT account of a customer, without what had some causes. Reads the running rows
 * of the days, never the entries.
 *
 * @example await sumFlows(db, { uid: 10001, purpose: 'contract2' }, ['contractOpened'])
 */
export const sumFlows = async (
  db: Db | Tx,
  account: { readonly uid: number; readonly purpose: CustomerAccountType },
  exceptCauses: readonly string[],
): Promise<AccountFlows> => {
  const { rows } = await sql<AccountFlows>`
    select coalesce(sum(d.received), 0) as received, coalesce(-sum(d.paid), 0) as paid
    from ledger_account a
    join ledger_account_day d on d.account_id = a.id
    where a.owner = 'customer' and a.owner_id = ${account.uid} and a.purpose = ${account.purpose}
      and a.asset = ${usdtAsset} and d.cause_kind <> all(${[...exceptCauses]}::text[])`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found
}

/**
 * Sums what came into and left one USDT account of a customer ever, by entries of some types. Reads the running rows of the
 * days, never the entries.
 */
export const sumLifetime = async (
  db: Db,
  account: { readonly uid: number; readonly purpose: CustomerAccountType },
  types: readonly JournalType[],
): Promise<AccountFlows> => {
  const { rows } = await sql<AccountFlows>`
    select coalesce(sum(d.received), 0) as received, coalesce(-sum(d.paid), 0) as paid
    from ledger_account a join ledger_account_day d on d.account_id = a.id
    where a.owner = 'customer' and a.owner_id = ${account.uid} and a.purpose = ${account.purpose}
      and a.asset = ${usdtAsset} and d.type = any(${[...types]}::int[])`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found
}

/** What a day changed of a reserve; `day` is its number. */
export type HouseDay = {
  readonly reserve: string
  readonly asset: string
  readonly day: number
  readonly change: bigint
}

/** The reserve that a house account `a` of a statement is part of: fees of contracts count with the other fees, parts with their reserve. */
export const reserveOf = sql<string>`replace(ledger_whole_purpose(a.purpose), 'contractFees', 'fees')`

/** What the house account has of a reserve in all its accounts, in units of the asset. */
export const sumReserve = async (db: Db | Tx, reserve: string, asset: string): Promise<bigint> => {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce(sum(a.balance), 0) as balance from ledger_account a
    where a.owner = 'house' and a.asset = ${asset} and ${reserveOf} = ${reserve}`.execute(db)
  return rows[0]?.balance ?? 0n
}

/**
 * Lists what each day changed of every reserve, from the running rows. What happened before the first day is one
 * row of the day before it.
 */
export const listHouseDays = async (db: Db | Tx, firstDay: number): Promise<readonly HouseDay[]> => {
  const { rows } = await sql<HouseDay>`
    select ${reserveOf} as reserve, a.asset, greatest(d.day, ${firstDay - 1}::int) as day, sum(d.received + d.paid) as change
    from ledger_account a join ledger_account_day d on d.account_id = a.id
    where a.owner = 'house' group by 1, 2, 3 order by 3`.execute(db)
  return rows
}
