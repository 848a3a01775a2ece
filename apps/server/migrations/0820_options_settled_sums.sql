-- The sums of a customer's results looked for each settled option among all rows of its statement as they were before: five
-- thousand options were 25 million comparisons. A settled row cannot be updated (options_order_settled_stays), so each settled
-- row of an update was open before.

create or replace function options_sum_settled() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into options_result_day as d (uid, day, pid, option_type, result, trades, profit)
    select uid, ledger_day(settled_ms), pid, option_type, sign(payout - stake)::smallint, count(*), sum(payout - stake)
      from added where state = 'settled'
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (uid, day, pid, option_type, result) do update
      set trades = d.trades + excluded.trades, profit = d.profit + excluded.profit;
  return null;
end $$;

create or replace trigger options_order_sums_settled after update on options_order
  referencing new table as added for each statement execute function options_sum_settled();
