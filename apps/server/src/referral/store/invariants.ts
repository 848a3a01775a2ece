import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant } from '../../ledger/checks/index.ts'

const reserveIsOwed = invariant(
  'the referral reserve holds exactly what is promised to inviters and not paid or returned',
  sql`
    select 'house/referral/USDT holds ' || held || ', promises come to ' || owed as told
    from (
      select
        (select coalesce(sum(balance), 0) from ledger_account where name = 'house/referral/USDT') as held,
        (select coalesce(sum(promised + first_promised - paid - first_paid - returned), 0) from referral_promise) as owed
    ) sums where held <> owed`,
)

const accrualsAddUp = invariant(
  'the shares of every day add up to what a promise accrued',
  sql`
    select 'promise ' || coalesce(p.id, a.promise_id) || ' accrued ' || coalesce(p.accrued, 0) || ', its days come to '
      || coalesce(a.total, 0) as told
    from referral_promise p
    full join (select promise_id, sum(amount) as total from referral_accrual group by 1) a on a.promise_id = p.id
    where coalesce(p.accrued, 0) <> coalesce(a.total, 0)
    order by 1 limit 1000`,
)

const paymentsAddUp = invariant(
  'the payments of every client and level add up to what the promises say was paid',
  sql`
    with due as (
      select client, level, receiver, sum(paid) as paid from referral_promise group by 1, 2, 3
    ), made as (
      select client, level, receiver, sum(amount) as paid from referral_payout group by 1, 2, 3
    )
    select 'client ' || coalesce(d.client, m.client) || ' on level ' || coalesce(d.level, m.level) || ' brought '
      || coalesce(d.paid, 0) || ', payments come to ' || coalesce(m.paid, 0) as told
    from due d full join made m using (client, level, receiver)
    where coalesce(d.paid, 0) <> coalesce(m.paid, 0)
    order by 1 limit 1000`,
)

const returnsAddUp = invariant(
  'what promises returned equals what went back to the marketing reserve',
  sql`
    select 'promises returned ' || said || ', ' || moved || ' went back' as told
    from (
      select (select coalesce(sum(returned), 0) from referral_promise) as said,
        (select coalesce(sum(amount), 0) from referral_return) as moved
    ) sums where said <> moved`,
)

const overIsSettled = invariant(
  'a promise that is over holds only what is still to be paid',
  sql`
    select 'promise ' || id || ' is over and holds '
      || promised + first_promised - paid - first_paid - returned || ', unpaid are ' || accrued - taken_back - paid as told
    from referral_promise
    where state = 'over'
      and promised + first_promised - paid - first_paid - returned <> accrued - taken_back - paid
    order by id limit 1000`,
)

const booked = invariant(
  'every payment and return of referral was booked once',
  sql`
    with expected as (
      select 'referral:' || month || ':' || client || ':' || level as key from referral_payout
      union all select 'referral-returned:' || reason || ':' || subject from referral_return
      union all select 'referral-first:' || order_id || ':' || level from referral_promise where first_paid > 0
      union all select distinct 'referral-funded:' || order_id from referral_promise where promised + first_promised > 0
    ), made as (
      select key from ledger_transaction
      where cause_kind in ('referralFunded', 'referralPaid', 'referralFirstPaid', 'referralReturned')
    )
    select coalesce(e.key, m.key) || case when m.key is null then ' was not booked' else ' has no event' end as told
    from expected e full join made m using (key)
    where e.key is null or m.key is null
    order by 1 limit 1000`,
)

/** The entries of every promise, payment and return are what its row states. */
export const referralAmounts = amountInvariant(
  'the entries of referral income are what its rows state',
  ['referralFunded', 'referralPaid', 'referralFirstPaid', 'referralReturned'],
  sql`
    select t.id, m.account, m.amount from t
    cross join lateral (
      select 'house/marketing/USDT', -(p.promised + p.first_promised) from referral_promise p
        where t.cause_kind = 'referralFunded' and p.order_id = t.cause_id
      union all select 'house/referral/USDT', p.promised + p.first_promised from referral_promise p
        where t.cause_kind = 'referralFunded' and p.order_id = t.cause_id
      union all select v.account, v.amount from referral_payout p
        cross join lateral (values ('house/referral/USDT', -p.amount),
          ('customer/' || p.receiver || '/wallet/USDT', p.amount)) v (account, amount)
        where t.cause_kind = 'referralPaid' and p.id = t.cause_id
      union all select v.account, v.amount from referral_promise p
        cross join lateral (values ('house/referral/USDT', -p.first_paid),
          ('customer/' || p.receiver || '/wallet/USDT', p.first_paid)) v (account, amount)
        where t.cause_kind = 'referralFirstPaid' and p.id = t.cause_id
      union all select v.account, v.amount from referral_return r
        cross join lateral (values ('house/referral/USDT', -r.amount), ('house/marketing/USDT', r.amount))
          v (account, amount)
        where t.cause_kind = 'referralReturned' and r.id = t.cause_id
    ) m (account, amount)`,
)

/** Invariants of referral for `ledgerCheck`. */
export const referralInvariants: readonly Invariant[] = [
  reserveIsOwed,
  accrualsAddUp,
  paymentsAddUp,
  returnsAddUp,
  overIsSettled,
  booked,
  referralAmounts,
]
