import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant } from '../../ledger/checks/index.ts'

const holdsEqualWaiting = invariant(
  'the withdrawal hold of every customer equals the withdrawals that have not ended',
  sql`
    select 'customer ' || coalesce(a.owner_id, w.uid) || ' holds ' || coalesce(a.balance, 0)
      || ', the withdrawals that have not ended are ' || coalesce(w.total, 0) as message
    from (
      select owner_id, balance from ledger_account
      where owner = 'customer' and purpose = 'withdrawal' and asset = 'USDT'
    ) a
    full join (
      select uid, sum(amount) as total from funding_withdrawal where ended_ms is null group by uid
    ) w on w.uid = a.owner_id
    where coalesce(a.balance, 0) <> coalesce(w.total, 0)
    order by 1 limit 1000`,
)

const requestedOnce = invariant(
  'every withdrawal was taken from its wallet by exactly one transaction of its amount',
  sql`
    select 'withdrawal ' || coalesce(w.id, t.cause_id) || ' of ' || coalesce(w.amount, 0) || ' was taken by '
      || count(distinct t.id) || ' transactions' as message
    from funding_withdrawal w
    full join (
      select * from ledger_transaction where cause_kind = 'withdrawal' and key like 'withdrawal:%'
    ) t on t.cause_id = w.id
    left join ledger_entry e on e.transaction_id = t.id
    left join ledger_account a on a.id = e.account_id
    group by w.id, t.cause_id
    having w.id is null or count(distinct t.id) <> 1
      or coalesce(sum(e.amount) filter (
        where a.owner = 'customer' and a.purpose = 'wallet' and a.owner_id = w.uid), 0) <> -w.amount
      or coalesce(sum(e.amount) filter (
        where a.owner = 'customer' and a.purpose = 'withdrawal' and a.owner_id = w.uid), 0) <> w.amount
    order by 1 limit 1000`,
)

/**
 * Sent: net amount to the external account and fee to the fees. Rejected or cancelled: full refund. Otherwise: no
 * settlement.
 */
const endedOnce = invariant(
  'every withdrawal that ended was settled by exactly one transaction, and no other was',
  sql`
    select 'withdrawal ' || coalesce(w.id, t.cause_id) || ' is ' || coalesce(w.state, 'missing') || ' with '
      || count(distinct t.id) || ' settlements' as message
    from funding_withdrawal w
    full join (
      select * from ledger_transaction
      where cause_kind = 'withdrawal' and (key is null or key not like 'withdrawal:%')
    ) t on t.cause_id = w.id
    left join ledger_entry e on e.transaction_id = t.id
    left join ledger_account a on a.id = e.account_id
    group by w.id, t.cause_id
    having w.id is null or count(distinct t.id) <> (case when w.ended_ms is null then 0 else 1 end)
      or w.ended_ms is not null and (
        coalesce(sum(e.amount) filter (
          where a.owner = 'customer' and a.purpose = 'withdrawal' and a.owner_id = w.uid), 0) <> -w.amount
        or coalesce(sum(e.amount) filter (
          where a.owner = 'customer' and a.purpose = 'wallet' and a.owner_id = w.uid), 0)
          <> (case when w.state = 'sent' then 0 else w.amount end)
        or coalesce(sum(e.amount) filter (where a.owner = 'house' and a.purpose = 'fees'), 0)
          <> (case when w.state = 'sent' then w.fee else 0 end)
        or coalesce(sum(e.amount) filter (where a.owner = 'outside' and a.purpose = 'withdrawals:' || w.way), 0)
          <> (case when w.state = 'sent' then w.amount - w.fee else 0 end))
    order by 1 limit 1000`,
)

const nothingWithoutApproval = invariant(
  'no withdrawal is on its way or sent without the approvals it needs',
  sql`
    select 'withdrawal ' || w.id || ' is ' || w.state || ' with ' || count(distinct d.staff_id) || ' of ' || w.needed
      || ' approvals' as message
    from funding_withdrawal w
    left join reviews_decision d on d.kind = 'withdrawal' and d.item_id = w.id and d.decision = 'approve'
    where w.state in ('approved', 'sending', 'sent')
    group by w.id
    having count(distinct d.staff_id) < w.needed
    order by w.id limit 1000`,
)

/** Amounts of withdrawals: held at the request, then paid out with the fee kept, or returned whole. */
export const withdrawalAmounts = amountInvariant(
  'the entries of every withdrawal are its amount and fee',
  ['withdrawal'],
  sql`
    select t.id, m.account, m.amount
    from t
    join funding_withdrawal w on w.id = t.cause_id
    cross join lateral (values
      ('customer/' || w.uid || '/wallet/USDT',
        case when t.key = 'withdrawal:' || w.id then -w.amount when w.state = 'sent' then 0 else w.amount end),
      ('customer/' || w.uid || '/withdrawal/USDT',
        case when t.key = 'withdrawal:' || w.id then w.amount else -w.amount end),
      ('house/fees/USDT', case when t.key <> 'withdrawal:' || w.id and w.state = 'sent' then w.fee else 0 end),
      ('outside/withdrawals:' || w.way || '/USDT',
        case when t.key <> 'withdrawal:' || w.id and w.state = 'sent' then w.amount - w.fee else 0 end)
    ) m (account, amount)
    where t.key = 'withdrawal:' || w.id or t.key = 'withdrawal-ended:' || w.id and w.ended_ms is not null`,
)

/** Invariants of withdrawals for `ledgerCheck`. */
export const withdrawalInvariants: readonly Invariant[] = [
  holdsEqualWaiting,
  requestedOnce,
  endedOnce,
  nothingWithoutApproval,
  withdrawalAmounts,
]
