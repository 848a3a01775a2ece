import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../../../platform/database/index.ts'

/**
 * Value of the copy orders of customers of a range of numbers at the newest dealing of each pool, by customer; each order
 * rounded down, units of 1e-8 USDT.
 */
export const listCopyClaims = async (
  db: Db | Tx,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<readonly { readonly uid: number; readonly amount: bigint }[]> => {
  const { rows } = await sql<{ uid: number; amount: bigint }>`
    select o.uid, sum(floor(c.units * p.unit_price / 1000000000)) as amount
    from invest_order o join invest_copy c on c.order_id = o.id join invest_pool p on p.product_id = o.product_id
    where o.state = 'running' and o.method = 'copy' and o.uid > ${after} and o.uid <= ${upTo}
    group by o.uid having sum(floor(c.units * p.unit_price / 1000000000)) > 0`.execute(db)
  return rows
}

/** Value of the copy orders of some customers, as `listCopyClaims` counts it; who has none is absent. */
export const sumCopyValues = async (
  db: Db | Tx,
  uids: readonly number[],
): Promise<ReadonlyMap<number, Usdt>> => {
  const { rows } = await sql<{ uid: number; amount: Usdt }>`
    select o.uid, sum(floor(c.units * p.unit_price / 1000000000)) as amount
    from invest_order o join invest_copy c on c.order_id = o.id join invest_pool p on p.product_id = o.product_id
    where o.state = 'running' and o.method = 'copy' and o.uid = any(${pgNumberArray(uids)}::bigint[])
    group by o.uid`.execute(db)
  return new Map(rows.map(({ uid, amount }) => [uid, amount]))
}

/**
 * What all pools were worth right after their newest dealing, beyond what their accounts hold now: the unrealized result
 * at the ticks of that dealing, less what was realized since; units of 1e-8 USDT. With it the ledger of now is brought
 * back to the moment of the claims.
 */
export const sumPoolFloating = async (db: Db | Tx): Promise<bigint> => {
  const { rows } = await sql<{ floating: bigint }>`
    select coalesce(sum(p.dealt_worth - coalesce(a.balance, 0)), 0) as floating
    from invest_pool p
    left join lateral (
      select sum(balance) as balance from ledger_account
      where owner = 'customer' and owner_id = p.account and asset = 'USDT'
    ) a on true`.execute(db)
  return rows[0]?.floating ?? 0n
}
