import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant } from '../../ledger/checks/index.ts'

const reservesCover = invariant(
  'the reserve of every issue holds the coins that are offered, or allotted and not paid',
  sql`
    with needed as (
      select i.id, regexp_replace(i.symbol, 'USDT$', '') as asset,
        case when i.state in ('open', 'closed') then i.number
          when i.state = 'paying' then coalesce((
            select sum(o.allotted) from subscription_order o where o.issue_id = i.id and o.status = 2), 0)
          else 0 end as coins
      from subscription_issue i
    )
    select 'issue ' || n.id || ' needs ' || n.coins || ', its reserve holds ' || coalesce(a.balance, 0) as told
    from needed n left join ledger_account a on a.name = 'house/subscription:' || n.id || '/' || n.asset
    where coalesce(a.balance, 0) < n.coins
    order by n.id limit 1000`,
)

const allotmentsAddUp = invariant(
  'what is asked of every issue is what its applications ask, and what is allotted adds up',
  sql`
    with sums as (
      select issue_id, sum(asked) filter (where status = 1) as standing,
        count(*) filter (where status = 1) as standing_count, count(*) filter (where allotted is not null) as counted_count,
        sum(asked) filter (where allotted is not null) as counted, sum(allotted) as allotted,
        bool_or(status = 1) as waits
      from subscription_order group by issue_id
    )
    select 'issue ' || i.id || ' in state ' || i.state || ' was asked ' || i.asked || ' by ' || i.applications || ' and offers ' || i.number
      || ', its applications ask ' || coalesce(s.standing, 0) || ' and ' || coalesce(s.counted, 0) || ', allotted '
      || coalesce(s.allotted, 0) as told
    from subscription_issue i left join sums s on s.issue_id = i.id
    where (i.state in ('draft', 'open', 'closed', 'cancelled')
        and (i.asked <> coalesce(s.standing, 0) or i.applications <> coalesce(s.standing_count, 0)
          or s.allotted is not null))
      or (i.state in ('paying', 'over') and (i.asked <> coalesce(s.counted, 0)
        or i.applications <> coalesce(s.counted_count, 0) or coalesce(s.waits, false)
        or coalesce(s.allotted, 0) <> least(i.number, i.asked)))
    order by i.id limit 1000`,
)

const paidOnce = invariant(
  'every paid subscription was booked once, at its price',
  sql`
    with needed as (
      select 'subscription-paid:' || o.id as key, o.money, ceil(i.price * o.allotted / 10000000000000) * 10000 as price
      from subscription_order o join subscription_issue i on i.id = o.issue_id where o.status = 3
    ), booked as (select key from ledger_transaction where cause_kind = 'subscriptionPaid')
    select coalesce(n.key, b.key) || case when b.key is null then ' is not booked' when n.key is null then ' has no order'
      else ' paid ' || n.money || ', its price is ' || n.price end as told
    from needed n full join booked b using (key)
    where n.key is null or b.key is null or n.money <> n.price
    order by 1 limit 1000`,
)

/** The entries of every paid subscription are what its order states. */
export const subscriptionAmounts = amountInvariant(
  'the entries of every paid subscription are its amounts',
  ['subscriptionPaid'],
  sql`
    select t.id, m.account, m.amount
    from t join subscription_order o on o.id = t.cause_id
    join subscription_issue i on i.id = o.issue_id
    cross join lateral (select regexp_replace(i.symbol, 'USDT$', '') as asset) coin
    cross join lateral (values
      ('customer/' || o.uid || '/contract/USDT', -o.money),
      ('house/subscription:' || i.id || '/USDT', o.money),
      ('house/subscription:' || i.id || '/' || coin.asset, -o.allotted),
      ('customer/' || o.uid || '/coin/' || coin.asset, o.allotted)) m (account, amount)`,
)

/** Invariants of subscriptions for `ledgerCheck`. */
export const subscriptionInvariants: readonly Invariant[] = [
  reservesCover,
  allotmentsAddUp,
  paidOnce,
  subscriptionAmounts,
]
