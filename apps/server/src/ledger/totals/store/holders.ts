import type { CustomerAccountType, HeldCoins, HeldUsdt } from '@glasshouse/core/ledger/chart'
import { sql } from 'kysely'
import { type Db, pgNumberArray, pgTextArray } from '../../../platform/database/index.ts'

type PurposeSum = (HeldUsdt | HeldCoins) & { readonly uid: number }

/** What some customers hold on accounts of some purposes together, by customer and asset; what is 0 is absent. */
export const sumPurposes = async (
  db: Db,
  uids: readonly number[],
  purposes: readonly CustomerAccountType[],
): Promise<readonly PurposeSum[]> => {
  const { rows } = await sql<PurposeSum>`
    select owner_id as uid, asset, sum(balance) as balance from ledger_account
    where owner = 'customer' and owner_id = any(${pgNumberArray(uids)}::bigint[])
      and purpose = any(${pgTextArray(purposes)}::text[]) and balance <> 0
    group by owner_id, asset`.execute(db)
  return rows
}

/** Customers who hold anything, by uid after one of them. */
export const listHolders = async (db: Db, afterUid: number, limit: number): Promise<readonly number[]> => {
  const { rows } = await sql<{ uid: number }>`
    select distinct owner_id as uid from ledger_account
    where owner = 'customer' and owner_id > ${afterUid} and balance <> 0
    order by owner_id limit ${limit}`.execute(db)
  return rows.map(({ uid }) => uid)
}
