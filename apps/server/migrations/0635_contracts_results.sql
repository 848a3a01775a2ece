-- What the closed positions of a customer came to per day, market, side and result, moved in the statement that closes
-- them. A page's sums, its calendar and the number of its rows are read here: they cost as much as there are days.

create table contracts_result_day (
  uid bigint not null,
  -- Days since 1 January 1970 at UTC+1, by when the position closed.
  day integer not null,
  pid integer not null,
  type smallint not null check (type in (1, 2)),
  -- Sign of the profit after both fees.
  result smallint not null check (result in (-1, 0, 1)),
  trades bigint not null check (trades > 0),
  -- Before fees.
  profit numeric(38, 0) not null,
  fees numeric(38, 0) not null check (fees >= 0),
  primary key (uid, day, pid, type, result)
) with (fillfactor = 50);

insert into contracts_result_day (uid, day, pid, type, result, trades, profit, fees)
  select uid, ledger_day(closed_ms), pid, type, sign(profit - open_fee - coalesce(close_fee, 0))::smallint, count(*),
      sum(profit), sum(open_fee + coalesce(close_fee, 0))
    from contracts_order where status = 3 group by 1, 2, 3, 4, 5;

-- A closed part is inserted as a closed order; a whole position becomes one by an update. Rows are added in the order of
-- their keys: statements that close positions of the same customers never wait for each other in a circle.
create function contracts_sum_results() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into contracts_result_day as d (uid, day, pid, type, result, trades, profit, fees)
    select uid, ledger_day(closed_ms), pid, type, sign(profit - open_fee - coalesce(close_fee, 0))::smallint, count(*),
        sum(profit), sum(open_fee + coalesce(close_fee, 0))
      from added where status = 3
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (uid, day, pid, type, result) do update
      set trades = d.trades + excluded.trades, profit = d.profit + excluded.profit, fees = d.fees + excluded.fees;
  return null;
end $$;

create function contracts_sum_closed() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  if not exists (select 1 from added where status = 3) then return null; end if;
  insert into contracts_result_day as d (uid, day, pid, type, result, trades, profit, fees)
    select a.uid, ledger_day(a.closed_ms), a.pid, a.type,
        sign(a.profit - a.open_fee - coalesce(a.close_fee, 0))::smallint, count(*), sum(a.profit),
        sum(a.open_fee + coalesce(a.close_fee, 0))
      from (select * from added where status = 3 offset 0) a
      where not exists (select 1 from removed r where r.id = a.id and r.status = 3)
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (uid, day, pid, type, result) do update
      set trades = d.trades + excluded.trades, profit = d.profit + excluded.profit, fees = d.fees + excluded.fees;
  return null;
end $$;

create trigger contracts_order_sums_parts after insert on contracts_order
  referencing new table as added for each statement execute function contracts_sum_results();
create trigger contracts_order_sums_closed after update on contracts_order
  referencing old table as removed new table as added for each statement execute function contracts_sum_closed();

-- A filtered list takes the newest of each market, side and result from the end of this index.
create index contracts_order_result on contracts_order
  (uid, pid, type, sign(profit - open_fee - coalesce(close_fee, 0)), closed_ms desc, id desc) where status = 3;
