-- Days are summed of house accounts and of the recorded debt too: statistics of a year read a row per day, type and cause
-- instead of every entry of accounts that each order of each customer moves. Other accounts outside have none.

-- Rows move with entries only; here they are made once for the entries that are there.
alter table ledger_account_day disable trigger ledger_account_day_moves_with_entries;
insert into ledger_account_day (account_id, day, type, cause_kind, entries, received, paid,
      first_sequence, last_sequence)
  select e.account_id, ledger_day(t.at_ms), e.type, t.cause_kind, count(*),
      coalesce(sum(e.amount) filter (where e.amount > 0), 0), coalesce(sum(e.amount) filter (where e.amount < 0), 0),
      min(e.sequence), max(e.sequence)
    from ledger_entry e
    join ledger_account a on a.id = e.account_id and a.owner <> 'customer'
      and (a.owner = 'house' or a.purpose = 'houseDebt')
    join ledger_transaction t on t.id = e.transaction_id
    group by 1, 2, 3, 4;
alter table ledger_account_day enable trigger ledger_account_day_moves_with_entries;

-- The few accounts of the platform among millions of customers' accounts.
create index ledger_account_platform on ledger_account (id) where owner <> 'customer';

create or replace function ledger_apply_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
as $$
declare
  unbalanced bigint;
  moved bigint;
  touched bigint;
  one_asset boolean;
  without_days bigint[];
begin
  -- Every account goes on where it stood, and its newest entry tells the balance it has then.
  with summed as (
    select account_id, min(sequence) as first, max(sequence) as last, count(*) as entries, sum(amount) as total,
        (array_agg(balance order by sequence desc))[1] as told
      from added group by account_id
  ), changed as (
    update ledger_account c
      set balance = s.told, sequence = s.last
      from summed s
      where c.id = s.account_id and c.sequence + 1 = s.first and s.last - s.first + 1 = s.entries
        and c.balance + s.total = s.told
      returning c.id, c.asset, c.owner, c.purpose
  )
  select (select count(*) from summed), count(*), min(asset) = max(asset),
      coalesce(array_agg(id) filter (where owner = 'outside' and purpose <> 'houseDebt'), '{}')
    into touched, moved, one_asset, without_days from changed;
  if moved <> touched then
    raise exception 'ledger: entries do not continue their account'
      using errcode = 'integrity_constraint_violation';
  end if;

  -- While a statement moves one asset only, as nearly all do, a transaction is balanced when its entries sum to zero.
  if one_asset then
    select s.transaction_id into unbalanced
      from (select transaction_id, sum(amount) as total from added group by transaction_id) s
      left join ledger_transaction t on t.id = s.transaction_id
      where s.total <> 0 or t.id is null
      limit 1;
  else
    select s.transaction_id into unbalanced
      from (
        select a.transaction_id, c.asset, sum(a.amount) as total
          from added a join ledger_account c on c.id = a.account_id
          group by a.transaction_id, c.asset
      ) s
      left join ledger_transaction t on t.id = s.transaction_id
      where s.total <> 0 or t.id is null
      limit 1;
  end if;
  if unbalanced is not null then
    raise exception 'ledger: the entries of transaction % do not sum to zero', unbalanced
      using errcode = 'integrity_constraint_violation';
  end if;

  -- The accounts of these rows are locked by now: two transactions never add to the same row at the same time.
  insert into ledger_account_day as d (account_id, day, type, cause_kind, entries, received, paid,
      first_sequence, last_sequence)
    select e.account_id, ledger_day(t.at_ms), e.type, t.cause_kind, count(*),
        coalesce(sum(e.amount) filter (where e.amount > 0), 0),
        coalesce(sum(e.amount) filter (where e.amount < 0), 0), min(e.sequence), max(e.sequence)
      from added e join ledger_transaction t on t.id = e.transaction_id
      where e.account_id <> all (without_days)
      group by 1, 2, 3, 4
    on conflict (account_id, day, type, cause_kind) do update
      set entries = d.entries + excluded.entries, received = d.received + excluded.received,
          paid = d.paid + excluded.paid, first_sequence = least(d.first_sequence, excluded.first_sequence),
          last_sequence = greatest(d.last_sequence, excluded.last_sequence);
  return null;
end $$;
