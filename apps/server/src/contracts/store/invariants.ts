import { sql } from 'kysely'
import { type Invariant, invariant } from '../../ledger/checks/index.ts'
import { contractAmountInvariants } from './amounts.ts'
import { closingOrdersFit } from './closingInvariants.ts'
import { copyInvariants } from './copyInvariants.ts'
import { expiryInvariants } from './expiryInvariants.ts'
import { trailingAsSet } from './trailingInvariants.ts'

const marginIsHeld = invariant(
  'the margin held in every contract wallet equals the margin of its open orders',
  sql`
    with held as (
      select owner_id as uid, case purpose when 'contractMargin' then 'contract' else 'contract2' end as wallet, balance
      from ledger_account
      where owner = 'customer' and purpose in ('contractMargin', 'contract2Margin') and asset = 'USDT'
    ), needed as (
      select uid, wallet, sum(margin) as margin from contracts_order where state in ('open', 'closing')
      group by uid, wallet
    )
    select 'customer ' || uid || ' wallet ' || wallet || ' holds ' || coalesce(balance, 0)
      || ', its open orders need ' || coalesce(margin, 0) as message
    from held full join needed using (uid, wallet)
    where coalesce(balance, 0) <> coalesce(margin, 0)
    order by uid, wallet limit 1000`,
)

const pendingIsHeld = invariant(
  'the hold of every contract wallet equals the holds of its pending orders',
  sql`
    with held as (
      select owner_id as uid, case purpose when 'contractHold' then 'contract' else 'contract2' end as wallet, balance
      from ledger_account
      where owner = 'customer' and purpose in ('contractHold', 'contract2Hold') and asset = 'USDT'
    ), needed as (
      select uid, wallet, sum(hold) as hold from contracts_order where state = 'resting' group by uid, wallet
    )
    select 'customer ' || uid || ' wallet ' || wallet || ' holds ' || coalesce(balance, 0)
      || ', its pending orders need ' || coalesce(hold, 0) as message
    from held full join needed using (uid, wallet)
    where coalesce(balance, 0) <> coalesce(hold, 0)
    order by uid, wallet limit 1000`,
)

const openedOnce = invariant(
  'every order was opened by exactly one transaction and tells the tick',
  sql`
    select 'order ' || o.id || ' has ' || count(distinct t.id) || ' opening transactions and '
      || count(distinct e.id) || ' opening events' as message
    from contracts_order o
    left join ledger_transaction t on t.cause_kind = 'contractOpened' and t.cause_id = o.id
    left join contracts_event e on e.order_id = o.id and e.kind = 'opened' and e.transaction_id = t.id
    where o.parent_id is null and o.state in ('open', 'closing', 'closed')
    group by o.id having count(distinct t.id) <> 1 or count(distinct e.id) <> 1
    order by o.id limit 1000`,
)

const settledOnce = invariant(
  'every closed order has exactly one settlement transaction and tells the tick, an open one has none',
  sql`
    select 'order ' || o.id || ' in state ' || o.state || ' has ' || count(distinct t.id)
      || ' settlement transactions and ' || count(distinct e.id) || ' closing events' as message
    from contracts_order o
    left join ledger_transaction t on t.cause_kind = 'contractClosed' and t.cause_id = o.id
    left join contracts_event e on e.order_id = o.id and e.kind = 'closed'
    group by o.id, o.state
    having count(distinct t.id) <> case when o.state = 'closed' then count(e.transaction_id) else 0 end
      or count(distinct e.id) <> case when o.state = 'closed' then 1 else 0 end
    order by o.id limit 1000`,
)

const exposureIsOpen = invariant(
  'the exposure of every market equals its open orders',
  sql`
    with open as (
      select pid,
        coalesce(sum(quantity) filter (where side = 'long'), 0) as long_quantity,
        coalesce(sum(quantity * open_price) filter (where side = 'long'), 0) as long_cost,
        coalesce(sum(quantity) filter (where side = 'short'), 0) as short_quantity,
        coalesce(sum(quantity * open_price) filter (where side = 'short'), 0) as short_cost
      from contracts_order where state in ('open', 'closing') group by pid
    )
    select 'market ' || pid || ' is told as ' || coalesce(e.long_quantity, 0) || ' long and '
      || coalesce(e.short_quantity, 0) || ' short, open are ' || coalesce(o.long_quantity, 0) || ' and '
      || coalesce(o.short_quantity, 0) as message
    from (
      select pid, sum(long_quantity) as long_quantity, sum(long_cost) as long_cost,
        sum(short_quantity) as short_quantity, sum(short_cost) as short_cost
      from (
        select pid, long_quantity, long_cost, short_quantity, short_cost from contracts_exposure
        union all select pid, long_quantity, long_cost, short_quantity, short_cost from contracts_exposure_part
      ) parts group by pid
    ) e full join open o using (pid)
    where (coalesce(e.long_quantity, 0), coalesce(e.long_cost, 0))
        <> (coalesce(o.long_quantity, 0), coalesce(o.long_cost, 0))
      or (coalesce(e.short_quantity, 0), coalesce(e.short_cost, 0))
        <> (coalesce(o.short_quantity, 0), coalesce(o.short_cost, 0))
    order by pid limit 1000`,
)

const idlePartsAreEmpty = invariant(
  'a part of the house account that is not live holds nothing',
  sql`
    with idle as (select part from contracts_house_part where not is_live)
    select 'part ' || part || ' has ' || a.balance || ' in ' || a.name as message
    from idle join ledger_account a on a.owner = 'house' and a.balance <> 0
      and a.purpose in ('trading:' || part, 'insurance:' || part, 'contractFees:' || part)
    union all
    select 'part ' || part || ' has open positions of market ' || e.pid
    from idle join contracts_exposure_part e using (part)
    where (e.long_quantity, e.long_cost, e.short_quantity, e.short_cost) <> (0, 0, 0, 0)
    limit 1000`,
)

const sizesAreLive = invariant(
  'the size kept of every customer on a market equals the open and resting orders',
  sql`
    with live as (
      select uid, pid, sum(quantity * open_price) as cost from contracts_order where state in ('resting', 'open', 'closing')
      group by uid, pid
    )
    select 'customer ' || uid || ' market ' || pid || ' is told as ' || coalesce(s.cost, 0) || ', open and resting are '
      || coalesce(live.cost, 0) as message
    from contracts_size s full join live using (uid, pid)
    where coalesce(s.cost, 0) <> coalesce(live.cost, 0)
    order by uid, pid limit 1000`,
)

const resultsAreClosed = invariant(
  'the results kept per day equal the closed orders',
  sql`
    with closed as (
      select uid, ledger_day(closed_ms) as day, pid, side,
        sign(profit - open_fee - coalesce(close_fee, 0))::smallint as result, count(*) as trades,
        sum(profit) as profit, sum(open_fee + coalesce(close_fee, 0)) as fees
      from contracts_order where state = 'closed' group by 1, 2, 3, 4, 5
    )
    select 'customer ' || uid || ' market ' || pid || ' day ' || day || ' is told as ' || coalesce(d.trades, 0)
      || ' trades and ' || coalesce(d.profit - d.fees, 0) || ', closed are ' || coalesce(c.trades, 0) || ' and '
      || coalesce(c.profit - c.fees, 0) as message
    from contracts_result_day d full join closed c using (uid, day, pid, side, result)
    where (coalesce(d.trades, 0), coalesce(d.profit, 0), coalesce(d.fees, 0))
      <> (coalesce(c.trades, 0), coalesce(c.profit, 0), coalesce(c.fees, 0))
    order by uid, day, pid, side, result limit 1000`,
)

/** What must be true of contracts, for `ledgerCheck`. */
export const contractInvariants: readonly Invariant[] = [
  marginIsHeld,
  pendingIsHeld,
  openedOnce,
  settledOnce,
  exposureIsOpen,
  idlePartsAreEmpty,
  sizesAreLive,
  resultsAreClosed,
  ...contractAmountInvariants,
  ...copyInvariants,
  ...expiryInvariants,
  closingOrdersFit,
  trailingAsSet,
]
