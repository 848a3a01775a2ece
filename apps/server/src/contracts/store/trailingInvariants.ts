import { sql } from 'kysely'
import { type Invariant, invariant } from '../../ledger/checks/index.ts'

/** What must be true of trailing stops, for `ledgerCheck`. */
export const trailingAsSet: Invariant = invariant(
  'the trailing stop of a position is the one that an event set last, and what one closed had such a distance',
  sql`
    with followed as (
      select id as order_id, trailing_stop->>'distance' as distance, (trailing_stop->>'since')::bigint as since, null::bigint as event_id
      from contracts_order where trailing_stop is not null and state in ('open', 'closing')
      union all
      select order_id, trailing_stop->>'distance', (trailing_stop->'best'->>'n')::bigint, id
      from contracts_event where trailing_stop is not null and kind = 'closed'
    )
    select 'order ' || f.order_id || ' follows at ' || coalesce(f.distance, 'no distance') || ', set was '
      || coalesce(stated.distance, 'none') as message
    from followed f
    left join lateral (
      select case e.rule when 'trailingStopSet' then e.trailing_stop->>'distance' end as distance, (e.tick->>'n')::bigint as since
      from contracts_event e
      where e.order_id = f.order_id and e.trailing_stop is not null and e.kind = 'stopsSet'
        and (f.event_id is null or e.id < f.event_id)
      order by e.id desc limit 1
    ) stated on true
    where f.distance is distinct from stated.distance
      or case when f.event_id is null then f.since is distinct from stated.since else f.since < stated.since end
    order by f.order_id limit 1000`,
)
