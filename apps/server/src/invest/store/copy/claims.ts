import { sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../../../platform/index.ts'

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
): Promise<ReadonlyMap<number, bigint>> => {
  const { rows } = await sql<{ uid: number; amount: bigint }>`
    select o.uid, sum(floor(c.units * p.unit_price / 1000000000)) as amount
    from invest_order o join invest_copy c on c.order_id = o.id join invest_pool p on p.product_id = o.product_id
    where o.state = 'running' and o.method = 'copy' and o.uid = any(${pgNumberArray(uids)}::bigint[])
    group by o.uid`.execute(db)
  return new Map(rows.map(({ uid, amount }) => [uid, amount]))
}

/**
 * Unrealized PnL of the open positions of all pools at the ticks of the newest dealing of each, the prices of the claims; a
 * market without one counts at the newest stored tick. Each position rounded down, units of 1e-8 USDT.
 */
export const sumPoolFloating = async (db: Db | Tx): Promise<bigint> => {
  const { rows } = await sql<{ floating: bigint }>`
    select coalesce(sum(floor(o.quantity * (case when o.type = 1 then t.bid - o.open_price else o.open_price - t.ask end)
      / 1000000000)), 0) as floating
    from contracts_order o
    join invest_pool p on p.account = o.uid
    cross join lateral (
      select bid, ask from (
        select 0 as rank, (d.one #>> '{tick,bid}')::numeric * 1000000000 as bid,
            (d.one #>> '{tick,ask}')::numeric * 1000000000 as ask
          from (
            select jsonb_array_elements(ticks) as one from (
              select ticks from invest_dealing where product_id = p.product_id order by at_ms desc limit 1
            ) newest
          ) d
          where (d.one ->> 'pid')::integer = o.pid
        union all
        (select 1, bid, ask from markets_tick where pid = o.pid order by n desc limit 1)
      ) known order by rank limit 1
    ) t
    where o.status = 1`.execute(db)
  return rows[0]?.floating ?? 0n
}
