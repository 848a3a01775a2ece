-- What the entries of a customer's account come to, per business day, type and kind of cause. Limits of a day, incomes,
-- statements and counts are read here: they cost as much as there are days, however many entries were booked.

create table ledger_account_day (
  account_id bigint not null,
  -- Days since 1 January 1970 at UTC+1, the days of the product (`dayNumber` in core/calendar/days.ts).
  day integer not null,
  type smallint not null,
  cause_kind text not null,
  entries bigint not null check (entries > 0),
  received numeric(38, 0) not null check (received >= 0),
  -- At most zero.
  paid numeric(38, 0) not null check (paid <= 0),
  -- Between which places of the account's journal the entries lie; others may lie between them too.
  first_sequence bigint not null,
  last_sequence bigint not null,
  primary key (account_id, day, type, cause_kind)
) with (fillfactor = 50);

create function ledger_day(at_ms bigint) returns integer language sql immutable parallel safe as
  $$ select ((at_ms + 3600000) / 86400000)::integer $$;

insert into ledger_account_day (account_id, day, type, cause_kind, entries, received, paid,
      first_sequence, last_sequence)
  select e.account_id, ledger_day(t.at_ms), e.type, t.cause_kind, count(*),
      coalesce(sum(e.amount) filter (where e.amount > 0), 0), coalesce(sum(e.amount) filter (where e.amount < 0), 0),
      min(e.sequence), max(e.sequence)
    from ledger_entry e
    join ledger_account a on a.id = e.account_id and a.owner = 'customer'
    join ledger_transaction t on t.id = e.transaction_id
    group by 1, 2, 3, 4;

-- Rows move only together with entries, as balances do: the trigger of the entries is one level deep.
create trigger ledger_account_day_moves_with_entries before insert or update on ledger_account_day
  for each statement when (pg_trigger_depth() = 0) execute function ledger_refuse_change();
create trigger ledger_account_day_stays before delete or truncate on ledger_account_day
  for each statement execute function ledger_refuse_change();

-- Runs after `ledger_entry_moves_balances` (triggers run in the order of their names), which has locked every account
-- that the entries belong to: two transactions never add to the same row at the same time.
create function ledger_sum_days() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into ledger_account_day as d (account_id, day, type, cause_kind, entries, received, paid,
      first_sequence, last_sequence)
    select e.account_id, ledger_day(t.at_ms), e.type, t.cause_kind, count(*),
        coalesce(sum(e.amount) filter (where e.amount > 0), 0),
        coalesce(sum(e.amount) filter (where e.amount < 0), 0), min(e.sequence), max(e.sequence)
      from added e
      join ledger_account a on a.id = e.account_id and a.owner = 'customer'
      join ledger_transaction t on t.id = e.transaction_id
      group by 1, 2, 3, 4
    on conflict (account_id, day, type, cause_kind) do update
      set entries = d.entries + excluded.entries, received = d.received + excluded.received,
          paid = d.paid + excluded.paid, first_sequence = least(d.first_sequence, excluded.first_sequence),
          last_sequence = greatest(d.last_sequence, excluded.last_sequence);
  return null;
end $$;
create trigger ledger_entry_sums_days after insert on ledger_entry
  referencing new table as added for each statement execute function ledger_sum_days();

-- A journal of some types begins at the end of this index, however many entries of other types lie between.
create index ledger_entry_type on ledger_entry (account_id, type, sequence);
