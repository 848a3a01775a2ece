import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant } from '../../ledger/checks/index.ts'

const balancesAddUp = invariant(
  'what every loan owes is what was lent and accrued less what was paid',
  sql`
    with interest as (select loan_id, sum(amount) as total from loans_interest group by loan_id),
    paid as (
      select loan_id, sum(interest) as interest, sum(principal) as principal, sum(surplus) as surplus, count(*) as n,
          max(number) as newest
        from loans_payment group by loan_id
    )
    select 'loan ' || l.id || ' in state ' || l.state || ' owes ' || l.outstanding || ' and interest ' || l.interest
      || ', its records come to ' || l.amount - coalesce(p.principal, 0) || ' and '
      || coalesce(i.total, 0) - coalesce(p.interest, 0) as told
    from loans_loan l
    left join interest i on i.loan_id = l.id
    left join paid p on p.loan_id = l.id
    where (l.paid_ms is not null and (
        l.outstanding + l.shortfall <> l.amount - coalesce(p.principal, 0)
        or (l.state <> 'settled' and (l.interest <> coalesce(i.total, 0) - coalesce(p.interest, 0) or l.shortfall <> 0))
        or l.repaid <> coalesce(p.interest + p.principal, 0)
        or l.surplus <> coalesce(p.surplus, 0)
        or l.payments <> coalesce(p.n, 0) or coalesce(p.n, 0) <> coalesce(p.newest, 0)))
      or (l.paid_ms is null and (i.loan_id is not null or p.loan_id is not null))
    order by l.id limit 1000`,
)

const pledgesMatch = invariant(
  'every pledged order secures one loan that is owed, and every loan that is owed has its security',
  sql`
    with pledged as (select loan_id, order_id from loans_pledge where state = 'pledged'),
    orders as (select loan_id, id as order_id from invest_order where loan_id is not null)
    select 'order ' || coalesce(p.order_id, o.order_id) || ' is pledged to loan ' || coalesce(p.loan_id, 0)
      || ', it names loan ' || coalesce(o.loan_id, 0) as told
    from pledged p full join orders o using (loan_id, order_id)
    left join loans_loan l on l.id = coalesce(p.loan_id, o.loan_id)
    where p.order_id is null or o.order_id is null or l.state not in ('running', 'overdue')
    union all
    select 'loan ' || l.id || ' is owed and has no security' from loans_loan l
    where l.state in ('running', 'overdue') and not exists (select from pledged p where p.loan_id = l.id)
    order by 1 limit 1000`,
)

const bookedOnce = invariant(
  'every loan was paid out once and every payment of it was booked once',
  sql`
    with needed as (
      select 'loan-out:' || id as key from loans_loan where paid_ms is not null
      union all
      select case source when 'collateral' then 'loan-seized:' || loan_id || ':' || order_id
          else 'loan-repaid:' || loan_id || ':' || number end from loans_payment
      union all
      select 'loan-shortfall:' || id from loans_loan where insured > 0
    ), booked as (
      select key from ledger_transaction
      where cause_kind in ('loanPaidOut', 'loanRepaid', 'loanSeized', 'loanShortfall')
    )
    select coalesce(n.key, b.key) || case when b.key is null then ' is not booked' else ' has no record' end as told
    from needed n full join booked b using (key)
    where n.key is null or b.key is null
    order by 1 limit 1000`,
)

/** The entries of every loan are what its records state. */
export const loanAmounts = amountInvariant(
  'the entries of every loan are its amounts',
  ['loanPaidOut', 'loanRepaid', 'loanSeized', 'loanShortfall'],
  sql`
    select t.id, m.account, m.amount
    from t join loans_loan l on l.id = t.cause_id and t.cause_kind = 'loanPaidOut'
    cross join lateral (values
      ('house/loans/USDT', -l.amount), ('customer/' || l.uid || '/wallet/USDT', l.amount)) m (account, amount)
    union all
    select t.id, m.account, m.amount
    from t join loans_loan l on l.id = t.cause_id and t.cause_kind = 'loanShortfall'
    cross join lateral (values
      ('house/insurance/USDT', -l.insured), ('house/loans/USDT', l.insured)) m (account, amount)
    union all
    select t.id, m.account, m.amount
    from t join loans_payment p on t.cause_kind = 'loanRepaid' and p.loan_id = t.cause_id
      and t.key = 'loan-repaid:' || p.loan_id || ':' || p.number
    join loans_loan l on l.id = p.loan_id
    cross join lateral (values
      ('customer/' || l.uid || '/wallet/USDT', -p.interest - p.principal),
      ('house/fees/USDT', p.interest), ('house/loans/USDT', p.principal)) m (account, amount)
    union all
    select t.id, m.account, m.amount
    from t join loans_payment p on t.cause_kind = 'loanSeized' and p.order_id = t.cause_id
    join invest_order o on o.id = p.order_id
    cross join lateral (select
      case when o.method = 'compound' and not o.ended_pledged then o.accrued - o.fee else 0 end as interest,
      case when o.method = 'fixed' and not o.ended_pledged then o.fee else 0 end as cut) back
    cross join lateral (values
      ('customer/' || o.uid || '/principal/USDT', -o.principal),
      ('house/interest:' || o.product_id || '/USDT', back.cut - back.interest),
      ('customer/' || o.uid || '/wallet/USDT', back.interest + p.surplus),
      ('house/fees/USDT', p.interest), ('house/loans/USDT', p.principal)) m (account, amount)`,
)

/** Invariants of loans for `ledgerCheck`. */
export const loanInvariants: readonly Invariant[] = [balancesAddUp, pledgesMatch, bookedOnce, loanAmounts]
