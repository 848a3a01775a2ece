-- What the settled options of a customer came to per day, market, side and result, moved in the statement that settles
-- them (see 0635).

create table options_result_day (
  uid bigint not null,
  -- Days since 1 January 1970 at UTC+1, by when the option was settled.
  day integer not null,
  pid integer not null,
  style smallint not null check (style in (0, 1)),
  -- Sign of the payout minus the stake.
  result smallint not null check (result in (-1, 0, 1)),
  trades bigint not null check (trades > 0),
  profit numeric(38, 0) not null,
  primary key (uid, day, pid, style, result)
) with (fillfactor = 50);

insert into options_result_day (uid, day, pid, style, result, trades, profit)
  select uid, ledger_day(settled_ms), pid, style, sign(payout - stake)::smallint, count(*), sum(payout - stake)
    from options_order where status = 1 group by 1, 2, 3, 4, 5;

create function options_sum_inserted() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into options_result_day as d (uid, day, pid, style, result, trades, profit)
    select uid, ledger_day(settled_ms), pid, style, sign(payout - stake)::smallint, count(*), sum(payout - stake)
      from added where status = 1
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (uid, day, pid, style, result) do update
      set trades = d.trades + excluded.trades, profit = d.profit + excluded.profit;
  return null;
end $$;

create function options_sum_settled() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into options_result_day as d (uid, day, pid, style, result, trades, profit)
    select a.uid, ledger_day(a.settled_ms), a.pid, a.style, sign(a.payout - a.stake)::smallint, count(*),
        sum(a.payout - a.stake)
      from (select * from added where status = 1 offset 0) a
      where not exists (select 1 from removed r where r.id = a.id and r.status = 1)
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (uid, day, pid, style, result) do update
      set trades = d.trades + excluded.trades, profit = d.profit + excluded.profit;
  return null;
end $$;

create trigger options_order_sums_inserted after insert on options_order
  referencing new table as added for each statement execute function options_sum_inserted();
create trigger options_order_sums_settled after update on options_order
  referencing old table as removed new table as added for each statement execute function options_sum_settled();

create index options_order_result on options_order
  (uid, pid, style, sign(payout - stake), settled_ms desc, id desc) where status = 1;
