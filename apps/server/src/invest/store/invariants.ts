import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant } from '../../ledger/checks/index.ts'
import { copyInvariants } from './copy/invariants.ts'

const processing = sql`('waiting', 'running', 'redeeming')`

const principalIsHeld = invariant(
  'the principal held for every customer equals that of the orders in processing and of pledged ones that ended',
  sql`
    with held as (
      select owner_id as uid, purpose, balance from ledger_account
      where owner = 'customer' and purpose in ('principal', 'experiencePrincipal') and asset = 'USDT'
    ), needed as (
      select uid, 'principal' as purpose, sum(principal) as total from invest_order
        where (state in ${processing} and (method <> 'copy' or state = 'waiting'))
          or (state = 'ended' and loan_id is not null and ended_pledged)
        group by uid
      union all
      select uid, 'experiencePrincipal', sum(credit) from invest_order
        where state in ${processing} group by uid
    )
    select 'customer ' || uid || ' has ' || coalesce(balance, 0) || ' held as ' || purpose || ', the orders took '
      || coalesce(total, 0) as told
    from held full join needed using (uid, purpose)
    where coalesce(balance, 0) <> coalesce(total, 0)
    order by uid limit 1000`,
)

const promisesAreFunded = invariant(
  'the interest reserve of every product covers what it has promised and not paid',
  sql`
    select 'product ' || p.id || ' promised ' || p.promised || ', its reserve holds ' || coalesce(a.balance, 0) as told
    from invest_product p left join ledger_account a on a.name = 'house/interest:' || p.id || '/USDT'
    where coalesce(a.balance, 0) < p.promised
    order by p.id limit 1000`,
)

const sumsFollowOrders = invariant(
  'what a product has sold and promised equals its orders in processing',
  sql`
    with needed as (
      select product_id as id, sum(principal + credit) as sold,
          sum(case method when 'fixed' then promised - accrued when 'compound' then promised else 0 end) as promised
        from invest_order where state in ${processing} group by product_id
    )
    select 'product ' || p.id || ' has sold ' || p.sold || ' and promised ' || p.promised || ', its orders come to '
      || coalesce(n.sold, 0) || ' and ' || coalesce(n.promised, 0) as told
    from invest_product p left join needed n using (id)
    where p.sold <> coalesce(n.sold, 0) or p.promised <> coalesce(n.promised, 0)
    order by p.id limit 1000`,
)

const accrualsAddUp = invariant(
  'the accruals of every order are one a day and add up to what it shows, of an ended one to what it promised',
  sql`
    with rows as (
      select order_id as id, count(*) as days, sum(amount) as total, max(number) as newest
        from invest_accrual group by order_id
    )
    select 'order ' || coalesce(o.id, r.id) || ' accrued ' || coalesce(o.accrued, 0) || ' on '
      || coalesce(o.accrued_days, 0) || ' days, its rows come to ' || coalesce(r.total, 0) || ' on '
      || coalesce(r.days, 0) as told
    from invest_order o full join rows r using (id)
    where o.id is null or o.accrued <> coalesce(r.total, 0) or o.accrued_days <> coalesce(r.days, 0)
      or (o.method <> 'copy' and o.accrued_days <> coalesce(r.newest, 0))
      or (o.state = 'ended' and o.method <> 'copy' and (o.accrued <> o.promised or o.accrued_days <> o.days))
    order by 1 limit 1000`,
)

const accrualsArePaid = invariant(
  'every accrual of a fixed order was paid into the wallet once, and no other',
  sql`
    with due as (
      select 'invest-accrual:' || a.order_id || ':' || a.day as key, a.order_id, a.amount, o.uid
        from invest_accrual a join invest_order o on o.id = a.order_id
        where o.method = 'fixed' and a.amount > 0
    ), paid as (
      select t.key, t.cause_id, sum(e.amount) as amount, min(a.owner_id) as uid
        from ledger_transaction t
        join ledger_entry e on e.transaction_id = t.id
        join ledger_account a on a.id = e.account_id and a.owner = 'customer' and a.purpose = 'wallet'
        where t.cause_kind = 'investAccrued' group by t.key, t.cause_id
    )
    select coalesce(due.key, paid.key) || ': due ' || coalesce(due.amount, 0) || ', paid ' || coalesce(paid.amount, 0)
      as told
    from due full join paid using (key)
    where due.amount is distinct from paid.amount or due.uid is distinct from paid.uid
      or due.order_id is distinct from paid.cause_id
    order by 1 limit 1000`,
)

const bookedOnce = invariant(
  'every order was bought by one transaction and finished by one of its kind, with the payout it shows',
  sql`
    with booked as (
      select t.cause_id as id, count(distinct t.id) filter (where t.cause_kind = 'investBought') as bought,
          count(distinct t.id) filter (where t.cause_kind = 'investEnded') as ended,
          count(distinct t.id) filter (where t.cause_kind = 'investRedeemed') as redeemed,
          count(distinct t.id) filter (where t.cause_kind = 'investReleased') as released,
          count(distinct t.id) filter (where t.cause_kind = 'loanSeized') as seized,
          coalesce(sum(e.amount) filter (where t.cause_kind <> 'investBought' and a.purpose = 'wallet'), 0) as payout
        from ledger_transaction t
        join ledger_entry e on e.transaction_id = t.id
        join ledger_account a on a.id = e.account_id
        where t.cause_kind in ('investBought', 'investEnded', 'investRedeemed', 'investReleased', 'loanSeized')
        group by t.cause_id
    )
    select 'order ' || coalesce(o.id, b.id) || ' in state ' || coalesce(o.state, 'none') || ' was bought '
      || coalesce(b.bought, 0) || ' times, ended ' || coalesce(b.ended, 0) || ', redeemed ' || coalesce(b.redeemed, 0)
      || ', released ' || coalesce(b.released, 0) || ', seized ' || coalesce(b.seized, 0) || ' and paid ' || coalesce(b.payout, 0) as told
    from invest_order o full join booked b using (id)
    where o.id is null or (o.method <> 'copy' and (
      coalesce(b.bought, 0) <> 1
      or coalesce(b.ended, 0) <> (o.state = 'ended' and (not o.ended_pledged or (o.method = 'compound' and o.accrued > 0)))::int
      or coalesce(b.redeemed, 0) + case when o.ended_pledged then 0 else coalesce(b.seized, 0) end
        <> (o.state = 'redeemed')::int
      or coalesce(b.released, 0) + case when o.ended_pledged then coalesce(b.seized, 0) else 0 end
        <> (o.ended_pledged and o.loan_id is null)::int
      or (o.loan_id is null and coalesce(b.payout, 0) <> o.payout)))
    order by 1 limit 1000`,
)

/** The entries of every purchase, accrual, end and redemption are what the order states. */
export const investAmounts = amountInvariant(
  'the entries of every investment order are its amounts',
  ['investBought', 'investAccrued', 'investEnded', 'investRedeemed', 'investReleased'],
  sql`
    select t.id, m.account, m.amount
    from t join invest_order o on o.id = t.cause_id
    cross join lateral (select 'customer/' || o.uid || '/' as mine, 'house/interest:' || o.product_id || '/USDT' as reserve) n
    cross join lateral (
      select case when o.method = 'compound' then o.accrued - o.fee else 0 end as interest,
        case when o.method = 'compound' then 0 else o.fee end as cut,
        -- What the hold gives back: nothing where a loan kept it held.
        case when t.cause_kind = 'investEnded' and o.ended_pledged then 0 else o.principal end as principal
    ) back
    cross join lateral (
      select mine || 'wallet/USDT', -o.principal where t.cause_kind = 'investBought'
      union all select mine || 'principal/USDT', o.principal where t.cause_kind = 'investBought'
      union all select mine || 'experience/USDT', -o.credit where t.cause_kind = 'investBought'
      union all select mine || 'experiencePrincipal/USDT', o.credit where t.cause_kind = 'investBought'
      union all select mine || 'principal/USDT', -back.principal
        where t.cause_kind in ('investEnded', 'investRedeemed', 'investReleased')
      union all select mine || 'experiencePrincipal/USDT', -o.credit where t.cause_kind in ('investEnded', 'investRedeemed')
      union all select reserve, back.cut - back.interest where t.cause_kind in ('investEnded', 'investRedeemed')
      union all select mine || 'wallet/USDT',
          back.interest + case when back.principal > 0 then back.principal - back.cut else 0 end
        where t.cause_kind in ('investEnded', 'investRedeemed')
      union all select mine || 'wallet/USDT', o.principal where t.cause_kind = 'investReleased'
      union all select 'house/marketing/USDT', o.credit - back.cut
        where t.cause_kind in ('investEnded', 'investRedeemed') and o.credit > 0
      union all
        select p.account, p.amount from invest_accrual a
        cross join lateral (values (reserve, -a.amount), (mine || 'wallet/USDT', a.amount)) p (account, amount)
        where t.cause_kind = 'investAccrued' and a.order_id = o.id
          and t.key = 'invest-accrual:' || a.order_id || ':' || a.day
    ) m (account, amount)`,
)

/** Invariants of investment products and orders for `ledgerCheck`. */
export const investInvariants: readonly Invariant[] = [
  principalIsHeld,
  promisesAreFunded,
  sumsFollowOrders,
  accrualsAddUp,
  accrualsArePaid,
  bookedOnce,
  investAmounts,
  ...copyInvariants,
]
