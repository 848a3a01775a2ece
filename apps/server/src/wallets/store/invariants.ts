import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant } from '../../ledger/checks/index.ts'

/** Joins each conversion with its ledger transaction; either may be missing. */
const salesSettledOnce = invariant(
  'every sale of coins has exactly one transaction, which moved what its tick and its row say',
  sql`
    select 'sale ' || coalesce(s.id, t.cause_id) || ' of ' || coalesce(s.amount, 0) || ' at ' || coalesce(s.rate, 0)
      || ' brought ' || coalesce(s.received, 0) || ', its ' || count(distinct t.id) || ' transactions moved '
      || coalesce(sum(e.amount) filter (where a.asset = 'USDT'), 0) || ' USDT' as message
    from wallets_sale s
    full join (select * from ledger_transaction where cause_kind = 'coinSold') t on t.cause_id = s.id
    left join ledger_entry e on e.transaction_id = t.id
    left join ledger_account a on a.id = e.account_id and a.owner = 'customer' and a.owner_id = s.uid
    group by s.id, t.cause_id
    having s.id is null or count(distinct t.id) <> 1
      or s.received <> div(s.amount * s.rate, 1000000000)
      or s.rate <> (s.tick ->> 'bid')::numeric * 1000000000
      or coalesce(sum(e.amount) filter (where a.asset = 'USDT'), 0) <> s.received
      or coalesce(sum(e.amount) filter (where a.asset <> 'USDT'), 0) <> -s.amount
    order by 1 limit 1000`,
)

const sendingsSettledOnce = invariant(
  'everything sent to another customer left one wallet and reached the other in exactly one transaction',
  sql`
    select 'sending ' || coalesce(s.id, t.cause_id) || ' of ' || coalesce(s.amount, 0) || ' has '
      || count(distinct t.id) || ' transactions' as message
    from wallets_sending s
    full join (select * from ledger_transaction where cause_kind = 'internalTransfer') t on t.cause_id = s.id
    left join ledger_entry e on e.transaction_id = t.id
    left join ledger_account a on a.id = e.account_id and a.owner = 'customer' and a.purpose = 'wallet'
    group by s.id, t.cause_id
    having s.id is null or count(distinct t.id) <> 1
      or coalesce(sum(e.amount) filter (where a.owner_id = s.uid), 0) <> -s.amount
      or coalesce(sum(e.amount) filter (where a.owner_id = s.to_uid), 0) <> s.amount
    order by 1 limit 1000`,
)

const transfersSettledOnce = invariant(
  'every transfer between own wallets has exactly one transaction of its amount',
  sql`
    select 'transfer ' || coalesce(w.id, t.cause_id) || ' of ' || coalesce(w.amount, 0) || ' has '
      || count(distinct t.id) || ' transactions' as message
    from wallets_transfer w
    full join (select * from ledger_transaction where cause_kind = 'walletTransfer') t on t.cause_id = w.id
    left join ledger_entry e on e.transaction_id = t.id
    left join ledger_account a on a.id = e.account_id and a.owner = 'customer' and a.owner_id = w.uid
    group by w.id, t.cause_id
    having w.id is null or count(distinct t.id) <> 1
      or coalesce(sum(e.amount) filter (where a.purpose = w.from_wallet), 0) <> -w.amount
      or coalesce(sum(e.amount) filter (where a.purpose = w.to_wallet), 0) <> w.amount
    order by 1 limit 1000`,
)

/** Amounts of transfers between own wallets, to others, and of sold coins. */
export const walletAmounts = amountInvariant(
  'the entries of every transfer and sale are its amounts',
  ['walletTransfer', 'internalTransfer', 'coinSold'],
  sql`
    select t.id, m.account, m.amount
    from t join wallets_transfer w on w.id = t.cause_id and t.cause_kind = 'walletTransfer'
    cross join lateral (values
      ('customer/' || w.uid || '/' || w.from_wallet || '/USDT', -w.amount),
      ('customer/' || w.uid || '/' || w.to_wallet || '/USDT', w.amount)
    ) m (account, amount)
    union all
    select t.id, m.account, m.amount
    from t join wallets_sending s on s.id = t.cause_id and t.cause_kind = 'internalTransfer'
    cross join lateral (values
      ('customer/' || s.uid || '/wallet/USDT', -s.amount), ('customer/' || s.to_uid || '/wallet/USDT', s.amount)
    ) m (account, amount)
    union all
    select t.id, m.account, m.amount
    from t join wallets_sale s on s.id = t.cause_id and t.cause_kind = 'coinSold'
    cross join lateral (select regexp_replace(s.tick ->> 'symbol', 'USDT$', '') as name) coin
    cross join lateral (values
      ('customer/' || s.uid || '/' || s.place || '/' || coin.name, -s.amount),
      ('house/trading/' || coin.name, s.amount),
      ('house/trading/USDT', -s.received),
      ('customer/' || s.uid || '/' || s.place || '/USDT', s.received)
    ) m (account, amount)`,
)

/** Invariants of this module's transfers. */
export const walletInvariants: readonly Invariant[] = [
  salesSettledOnce,
  sendingsSettledOnce,
  transfersSettledOnce,
  walletAmounts,
]
