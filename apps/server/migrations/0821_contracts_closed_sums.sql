-- The sums of a customer's results looked for each closed position among all rows of its statement as they were before. A closed
-- row cannot be updated (contracts_order_settled_stays), so each closed row of an update was open before (see 0820).

create or replace function contracts_sum_closed() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into contracts_result_day as d (uid, day, pid, side, result, trades, profit, fees)
    select uid, ledger_day(closed_ms), pid, side, sign(profit - open_fee - coalesce(close_fee, 0))::smallint, count(*),
        sum(profit), sum(open_fee + coalesce(close_fee, 0))
      from added where state = 'closed'
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (uid, day, pid, side, result) do update
      set trades = d.trades + excluded.trades, profit = d.profit + excluded.profit, fees = d.fees + excluded.fees;
  return null;
end $$;

create or replace trigger contracts_order_sums_closed after update on contracts_order
  referencing new table as added for each statement execute function contracts_sum_closed();
