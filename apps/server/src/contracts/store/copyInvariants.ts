import { sql } from 'kysely'
import { type Invariant, invariant } from '../../ledger/checks/index.ts'

const poolsHoldCopies = invariant(
  'every order of a copy pool opened together with the order of its lead that it names, at its tick',
  sql`
    select 'order ' || c.id || ' of pool ' || c.uid || ' is no copy of order ' || coalesce(c.copy_of::text, '-') as message
    from contracts_order c left join contracts_pool p on p.account = c.uid
    where (p.account is not null or c.copy_of is not null) and not exists (
      select from contracts_order l
      join contracts_event ce on ce.order_id = coalesce(c.parent_id, c.id) and ce.kind = 'opened' and ce.copy_of = l.id
      join contracts_event le on le.order_id = l.id and le.kind = 'opened'
      where l.id = c.copy_of and l.uid = p.lead_uid and (l.wallet, c.wallet) = ('contract2', 'contract')
        and (l.pid, l.side) = (c.pid, c.side) and l.leverage >= c.leverage
        and (le.tick->>'hash', le.at_ms, le.price) = (ce.tick->>'hash', ce.at_ms, ce.price)
    )
    order by c.id limit 1000`,
)

/** Lots of an opening are those of its event: the order itself loses what closes in parts. */
const copiesInProportion = invariant(
  'every copied order has its row, with no more lots than the equities of pool and lead allow',
  sql`
    select 'order ' || o.id || ' of pool ' || o.uid || ' opened ' || e.lots || ' lots, its row tells '
      || coalesce(c.lots::text, 'nothing') as message
    from contracts_order o join contracts_pool p on p.account = o.uid
    join contracts_event e on e.order_id = o.id and e.kind = 'opened'
    left join contracts_event le on le.order_id = o.copy_of and le.kind = 'opened'
    left join contracts_order l on l.id = o.copy_of
    left join contracts_copy c on c.id = o.id and c.kind = 'open' and c.account = o.uid
    where o.parent_id is null and not coalesce(
      c.lots = e.lots and c.price = e.price and c.lead_price = le.price and c.lead_order = o.copy_of
      and e.lots * div(o.quantity, o.lots) * c.lead_equity
        <= le.lots * div(l.quantity, l.lots) * c.pool_equity, false)
    order by o.id limit 1000`,
)

const rowsHaveOrders = invariant(
  'every copy and part that a pool tells of is an order of it, and a skip is none',
  sql`
    select 'row ' || c.kind || ' ' || c.id || ' of pool ' || c.account || ' has no such order' as message
    from contracts_copy c left join contracts_order o on o.id = c.id
    where case c.kind
      when 'skip' then o.id is not null
      when 'part' then o.uid is distinct from c.account or o.parent_id is null or o.state <> 'closed' or o.lots <> c.lots
      when 'close' then o.uid is distinct from c.account or o.parent_id is not null or o.state <> 'closed' or o.lots <> c.lots
      else o.uid is distinct from c.account or o.parent_id is not null end
    order by c.id limit 1000`,
)

/** What must be true of copied orders, for `ledgerCheck`. */
export const copyInvariants: readonly Invariant[] = [poolsHoldCopies, copiesInProportion, rowsHaveOrders]
