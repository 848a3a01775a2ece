-- Every movement of money. Amounts are whole smallest units of the asset (USDT and coins: 0.00000001).

-- An account has an owner, a purpose and an asset. Customers and the house never go below zero; the world
-- outside (bank, chain, operator) may, its balance is minus what came in from there.
create table ledger_account (
  id bigint generated always as identity primary key,
  owner text not null check (owner in ('customer', 'house', 'outside')),
  -- The customer's uid; 0 for the house and the outside.
  owner_id bigint not null check ((owner = 'customer') = (owner_id > 0)),
  purpose text not null check (purpose ~ '^[a-zA-Z0-9:._-]{1,64}$'),
  asset text not null check (asset ~ '^[A-Z0-9]{1,16}$'),
  -- customer/10001/contract/USDT, house/trading/USDT
  name text not null unique generated always as (
    owner || '/' || case when owner = 'customer' then owner_id::text || '/' else '' end || purpose || '/' || asset
  ) stored,
  balance numeric(38, 0) not null default 0,
  -- Number of entries so far, which is the sequence number of the newest one.
  sequence bigint not null default 0,
  constraint ledger_account_not_below_zero check (owner = 'outside' or balance >= 0)
);
create index ledger_account_owner on ledger_account (owner_id) where owner = 'customer';

-- One balanced movement of money and what caused it. A key counts once for ever.
create table ledger_transaction (
  id bigint generated always as identity primary key,
  cause_kind text not null,
  cause_id bigint not null,
  key text unique,
  at_ms bigint not null
);
create index ledger_transaction_cause on ledger_transaction (cause_kind, cause_id);

-- One line of an account's journal, with the balance after it. References are checked by the statement
-- trigger below instead of by foreign keys: one look per statement instead of two per row.
create table ledger_entry (
  id bigint generated always as identity,
  transaction_id bigint not null,
  account_id bigint not null,
  sequence bigint not null check (sequence > 0),
  amount numeric(38, 0) not null check (amount <> 0),
  balance numeric(38, 0) not null,
  type smallint not null,
  primary key (account_id, sequence)
);
create index ledger_entry_transaction on ledger_entry (transaction_id);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger: % of % is not allowed', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function ledger_refuse_change();
create trigger ledger_transaction_append_only before update or delete or truncate on ledger_transaction
  for each statement execute function ledger_refuse_change();
create trigger ledger_account_stays before delete or truncate on ledger_account
  for each statement execute function ledger_refuse_change();

-- A balance moves only together with its entries: the trigger of the entries is the one place that may
-- update an account (it runs one level deep), and an account is opened empty.
create trigger ledger_account_moves_with_entries before update on ledger_account
  for each statement when (pg_trigger_depth() = 0) execute function ledger_refuse_change();
create trigger ledger_account_opens_empty before insert on ledger_account
  for each row when (new.balance <> 0 or new.sequence <> 0) execute function ledger_refuse_change();

-- Runs once per insert of entries, whatever their number: every transaction exists and sums to zero per
-- asset, every account continues its sequence without a gap, and the balances follow.
create function ledger_apply_entries() returns trigger language plpgsql as $$
declare
  unbalanced bigint;
  moved bigint;
  touched bigint;
  agreeing bigint;
begin
  select a.transaction_id into unbalanced
    from added a
    left join ledger_account c on c.id = a.account_id
    left join ledger_transaction t on t.id = a.transaction_id
    group by a.transaction_id, c.asset
    having sum(a.amount) <> 0 or c.asset is null or bool_or(t.id is null)
    limit 1;
  if unbalanced is not null then
    raise exception 'ledger: the entries of transaction % do not sum to zero', unbalanced
      using errcode = 'integrity_constraint_violation';
  end if;

  select count(distinct account_id) into touched from added;
  update ledger_account c
    set balance = c.balance + s.total, sequence = s.last
    from (
      select account_id, min(sequence) as first, max(sequence) as last, count(*) as entries,
             sum(amount) as total
        from added group by account_id
    ) s
    where c.id = s.account_id and c.sequence + 1 = s.first and s.last - s.first + 1 = s.entries;
  get diagnostics moved = row_count;
  -- The newest entry of each account tells the account's own balance.
  select count(*) into agreeing from added a
    join ledger_account c on c.id = a.account_id and c.sequence = a.sequence and c.balance = a.balance;
  if moved <> touched or agreeing <> touched then
    raise exception 'ledger: entries do not continue their account'
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create trigger ledger_entry_moves_balances after insert on ledger_entry
  referencing new table as added for each statement execute function ledger_apply_entries();
