import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant } from '../../ledger/checks/index.ts'

const arrivalsCreditedOnce = invariant(
  'everything that arrived for a deposit has exactly one transaction, which credited it to its customer',
  sql`
    select 'arrival ' || coalesce(a.key, t.key, 'of transaction ' || t.id) || ' of ' || coalesce(a.amount, 0)
      || ' has ' || count(distinct t.id) || ' transactions, which credited '
      || coalesce(sum(e.amount) filter (where l.owner_id = d.uid), 0) as message
    from funding_arrival a
    join funding_deposit d on d.id = a.deposit_id
    full join (select * from ledger_transaction where cause_kind = 'deposit') t
      on t.key = a.key and t.cause_id = a.deposit_id
    left join ledger_entry e on e.transaction_id = t.id
    left join ledger_account l on l.id = e.account_id and l.owner = 'customer' and l.purpose = 'wallet'
    group by a.key, a.amount, t.key, t.id
    having a.key is null or count(distinct t.id) <> 1
      or coalesce(sum(e.amount) filter (where l.owner_id = d.uid), 0) <> a.amount
    order by 1 limit 1000`,
)

const depositsAddUp = invariant(
  'a deposit is paid if and only if something arrived, and is credited with all that arrived',
  sql`
    select 'deposit ' || d.id || ' is credited with ' || coalesce(d.credited, 0) || ', '
      || coalesce(sum(a.amount), 0) || ' arrived' as message
    from funding_deposit d left join funding_arrival a on a.deposit_id = d.id
    group by d.id
    having d.credited is distinct from sum(a.amount) or (d.paid_ms is null) <> (d.credited is null)
    order by d.id limit 1000`,
)

const paymentsCreditedAsValued = invariant(
  'a payment to an invoice is credited with what it was valued at, and without a value with nothing',
  sql`
    select 'payment ' || coalesce(v.key, a.key) || ' is valued at ' || coalesce(v.at_invoice_rate, 0) || ' and '
      || coalesce(v.repriced, 0) || ', ' || coalesce(a.amount, 0) || ' arrived' as message
    from (
      select key, at_invoice_rate, repriced, false as may_wait from funding_payment_value
      union all
      -- The repriced part waits while the customer's own limit refuses it.
      select key || ':repriced', repriced, repriced, true from funding_payment_value where repriced > 0
    ) v
    full join (
      select a.key, a.amount from funding_arrival a join funding_invoice i on i.deposit_id = a.deposit_id
    ) a on a.key = v.key
    where v.key is null or a.amount <> v.at_invoice_rate
      or (a.key is null and v.at_invoice_rate > 0 and not v.may_wait)
    order by 1 limit 1000`,
)

const hashesCountOnce = invariant(
  'a transfer on a chain was credited at most once for its recipient, under its hash',
  sql`
    select 'transfer ' || t.hash || ' was credited ' || count(a.key) || ' times' as message
    from funding_transfer t
    join funding_deposit d on d.id = t.deposit_id and d.paid_ms is not null
    left join funding_arrival a on a.deposit_id = d.id
      and a.key = 'deposit:' || t.network || ':' || t.hash || case t.recipient when '' then '' else ':' || d.uid end
    group by t.network, t.hash, t.recipient having count(d.id) <> 1 or count(a.key) <> 1
    order by 1 limit 1000`,
)

const bonusesCreditedOnce = invariant(
  'every bonus has exactly one transaction of its amount from the marketing reserve',
  sql`
    select 'bonus of ' || coalesce(b.uid::text, 'nobody') || ' of ' || coalesce(b.amount, 0) || ' has '
      || count(distinct t.id) || ' transactions' as message
    from funding_bonus b
    full join (select * from ledger_transaction where cause_kind = 'depositBonus') t
      on t.cause_id = b.deposit_id
    left join ledger_entry e on e.transaction_id = t.id
    left join ledger_account l on l.id = e.account_id
    group by b.uid, b.amount, t.id
    having b.uid is null or count(distinct t.id) <> 1
      or coalesce(sum(e.amount) filter (where l.owner = 'customer' and l.purpose = 'bonus' and l.owner_id = b.uid), 0)
        <> b.amount
      or coalesce(sum(e.amount) filter (where l.owner = 'house' and l.purpose = 'marketing'), 0) <> -b.amount
    order by 1 limit 1000`,
)

/** Amounts of deposits and of the bonus of the first one. */
export const depositAmounts = amountInvariant(
  'the entries of every deposit and bonus are what arrived and what was granted',
  ['deposit', 'depositBonus'],
  sql`
    select t.id, m.account, m.amount
    from t
    join funding_arrival a on a.key = t.key and a.deposit_id = t.cause_id and t.cause_kind = 'deposit'
    join funding_deposit d on d.id = a.deposit_id
    cross join lateral (values
      ('outside/deposits:' || d.channel || '/USDT', -a.amount), ('customer/' || d.uid || '/wallet/USDT', a.amount)
    ) m (account, amount)
    union all
    select t.id, m.account, m.amount
    from t join funding_bonus b on b.deposit_id = t.cause_id and t.cause_kind = 'depositBonus'
    cross join lateral (values
      ('house/marketing/USDT', -b.amount), ('customer/' || b.uid || '/bonus/USDT', b.amount)
    ) m (account, amount)`,
)

/** Invariants of deposits. */
export const depositInvariants: readonly Invariant[] = [
  arrivalsCreditedOnce,
  depositsAddUp,
  paymentsCreditedAsValued,
  hashesCountOnce,
  bonusesCreditedOnce,
  depositAmounts,
]
