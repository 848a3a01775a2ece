import { sql } from 'kysely'
import { type Invariant, invariant } from '../../ledger/checks/index.ts'

const endsByExpiry = invariant(
  'an order that expires opens at a tick received before its expiry and is revoked for it only afterwards',
  sql`
    with expiring as (
      select distinct order_id as id from contracts_event
      where expires_ms is not null or rule = 'revokedExpired'
    ), ended as (
      select e.order_id, e.kind, e.rule, e.at_ms, (e.tick->>'receivedTime')::bigint as heard_ms, (
          select p.expires_ms from contracts_event p
          where p.order_id = e.order_id and p.kind in ('placed', 'amended') and p.id < e.id
          order by p.id desc limit 1
        ) as expires_ms
      from expiring join contracts_event e on e.order_id = expiring.id
      where e.kind = 'opened' or e.rule = 'revokedExpired'
    )
    select 'order ' || order_id || ' with expiry ' || coalesce(expires_ms::text, 'none') || ' is ' || kind || ' at ' || at_ms
      || ' by a tick of ' || coalesce(heard_ms::text, 'no time') as message
    from ended
    where kind = 'opened' and heard_ms >= expires_ms
      or rule = 'revokedExpired' and (expires_ms is null or at_ms < expires_ms)
    order by order_id limit 1000`,
)

const expiryAsStated = invariant(
  'the expiry of every resting and revoked order is what its events state',
  sql`
    select 'order ' || o.id || ' expires at ' || coalesce(o.expires_ms::text, 'no time') || ', stated is '
      || coalesce(stated.expires_ms::text, 'none') as message
    from contracts_order o
    cross join lateral (
      select e.expires_ms from contracts_event e
      where e.order_id = o.id and e.kind in ('placed', 'amended') order by e.id desc limit 1
    ) stated
    where o.state in ('resting', 'cancelled') and o.expires_ms is distinct from stated.expires_ms
    order by o.id limit 1000`,
)

/** What must be true of orders with an expiry, for `ledgerCheck`. */
export const expiryInvariants: readonly Invariant[] = [endsByExpiry, expiryAsStated]
