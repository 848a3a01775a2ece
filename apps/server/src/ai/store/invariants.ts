import { sql } from 'kysely'
import { type Invariant, invariant } from '../../ledger/checks/index.ts'

const sumsAreThoseOfOrders = invariant(
  'profit, fees and number of trades of every run that is in no trade equal those of its orders',
  sql`
    with summed as (
      select ai_run, count(*) filter (where parent_id is null) as done, sum(profit) as profit,
        sum(open_fee + close_fee) as fees
      from contracts_order where ai_run is not null and state = 'closed' group by ai_run
    )
    select 'run ' || r.id || ' tells ' || r.done || ' trades, ' || r.profit || ' and ' || r.fees || ', its orders '
      || coalesce(s.done, 0) || ', ' || coalesce(s.profit, 0) || ' and ' || coalesce(s.fees, 0) as told
    from ai_run r left join summed s on s.ai_run = r.id
    where r.state <> 2 and (r.done <> coalesce(s.done, 0) or r.profit <> coalesce(s.profit, 0)
      or r.fees <> coalesce(s.fees, 0))
    order by r.id limit 1000`,
)

const openTradesAreOfTheirRun = invariant(
  'every open order of AI ordering is the trade of its own customer’s run',
  sql`
    select 'order ' || o.id || ' of customer ' || o.uid || ' is not the trade of run ' || o.ai_run as told
    from contracts_order o left join ai_run r on r.id = o.ai_run and r.uid = o.uid
    where o.ai_run is not null and (r.id is null or (o.state in ('resting', 'open', 'closing') and r.order_id is distinct from o.id))
    order by o.id limit 1000`,
)

const ordersWereDecided = invariant(
  'every order of AI ordering was decided by its run on exactly one candle',
  sql`
    select 'order ' || o.id || ' of run ' || o.ai_run || ' has ' || count(d.run_id) || ' decisions' as told
    from contracts_order o left join ai_decision d on d.run_id = o.ai_run and d.order_id = o.id
      and d.outcome = case o.side when 'long' then 'buy' else 'sell' end
    where o.ai_run is not null and o.parent_id is null
    group by o.id, o.ai_run having count(d.run_id) <> 1 order by o.id limit 1000`,
)

/** Invariants of the module for `ledgerCheck`. */
export const aiInvariants: readonly Invariant[] = [
  sumsAreThoseOfOrders,
  openTradesAreOfTheirRun,
  ordersWereDecided,
]
