import { sql } from 'kysely'
import { type Invariant, invariant } from '../../ledger/checks/index.ts'

/** What must be true of closing orders, for `ledgerCheck`. */
export const closingOrdersFit: Invariant = invariant(
  'the closing orders of a position are within its lots, and each was set by an event at its price',
  sql`
    select 'order ' || o.id || ' of ' || o.lots || ' lots has closing orders ' || o.closing_orders as message
    from contracts_order o
    where o.closing_orders is not null and o.state in ('open', 'closing') and (
      (select sum((one->>'lots')::bigint) from jsonb_array_elements(o.closing_orders) one) > o.lots
      or exists (
        select from jsonb_array_elements(o.closing_orders) one
        where (one->>'lots')::bigint <= 0 or (one->>'lots')::bigint is distinct from (
          select case e.rule when 'closingOrderSet' then e.lots end from contracts_event e
          where e.order_id = o.id and e.price = (one->>'price')::numeric and e.kind = 'stopsSet'
            and e.rule in ('closingOrderSet', 'closingOrderCleared')
          order by e.id desc limit 1
        )
      )
    )
    order by o.id limit 1000`,
)
