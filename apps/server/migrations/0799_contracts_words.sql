-- Wallet, side and state of orders, copies and results are words, as in the ledger and in the code: a row tells what it
-- is, and numbers are of the wire alone. One rewrite of each table; what names the columns is made anew behind it.

drop trigger contracts_order_settled_stays on contracts_order;
drop trigger contracts_order_sums_parts on contracts_order;
drop trigger contracts_order_sums_closed on contracts_order;
drop trigger contracts_order_added_moves_size on contracts_order;
drop trigger contracts_order_changed_moves_size on contracts_order;
drop index contracts_order_list, contracts_order_open, contracts_order_closed, contracts_order_result;

alter table contracts_order
  drop constraint contracts_order_levertype_check,
  drop constraint contracts_order_type_check,
  drop constraint contracts_order_status_check,
  drop constraint contracts_order_closed_is_whole,
  drop constraint contracts_order_pending_holds,
  drop constraint contracts_order_opened,
  drop constraint contracts_order_expires,
  drop constraint contracts_order_triggers,
  drop constraint contracts_order_closing,
  alter column levertype type text using case levertype when 1 then 'contract' else 'contract2' end,
  alter column type type text using case type when 1 then 'long' else 'short' end,
  alter column status type text
    using (array['resting', 'open', 'closing', 'closed', 'cancelled'])[status + 1];
alter table contracts_order rename column levertype to wallet;
alter table contracts_order rename column type to side;
alter table contracts_order rename column status to state;
alter table contracts_order
  add constraint contracts_order_wallet_check check (wallet in ('contract', 'contract2')),
  add constraint contracts_order_side_check check (side in ('long', 'short')),
  -- resting: a limit or stop order waits for its price. closing: of an order that is being closed.
  add constraint contracts_order_state_check
    check (state in ('resting', 'open', 'closing', 'closed', 'cancelled')),
  add constraint contracts_order_closed_is_whole check (
    (state = 'closed') = (close_price is not null)
    and (state = 'closed') = (profit is not null)
    and (state = 'closed') = (close_fee is not null)
    and (state = 'closed') = (close_reason is not null)
    and (state in ('closed', 'cancelled')) = (closed_ms is not null)
  ),
  add constraint contracts_order_resting_holds check ((state = 'resting') = (hold > 0)),
  add constraint contracts_order_opened check (state in ('resting', 'cancelled') or opened_ms is not null),
  add constraint contracts_order_expires check (expires_ms is null or state in ('resting', 'cancelled')),
  add constraint contracts_order_triggers check (entry_trigger is null or state in ('resting', 'cancelled')),
  add constraint contracts_order_closing check (closing_orders is null or state in ('open', 'closing'));

create index contracts_order_list on contracts_order (uid, wallet, state, created_ms desc, id desc);
create index contracts_order_open on contracts_order (uid, wallet) where state in ('resting', 'open', 'closing');
create index contracts_order_closed on contracts_order (uid, wallet, closed_ms desc, id desc)
  where state in ('closed', 'cancelled');
create index contracts_order_result on contracts_order
  (uid, pid, side, sign(profit - open_fee - coalesce(close_fee, 0)), closed_ms desc, id desc) where state = 'closed';

create trigger contracts_order_settled_stays before update or delete on contracts_order
  for each row when (old.state in ('closed', 'cancelled')) execute function platform_refuse_change();

create or replace function contracts_live_cost(o contracts_order) returns numeric language sql immutable as $$
  select case when o.state in ('resting', 'open', 'closing') then o.quantity * o.open_price else 0 end
$$;
create trigger contracts_order_added_moves_size after insert on contracts_order
  referencing new table as added for each statement execute function contracts_move_size_of_added();
create trigger contracts_order_changed_moves_size after update on contracts_order
  referencing old table as before new table as changed for each statement
  execute function contracts_move_size_of_changed();

alter table contracts_result_day
  drop constraint contracts_result_day_type_check,
  alter column type type text using case type when 1 then 'long' else 'short' end;
alter table contracts_result_day rename column type to side;
alter table contracts_result_day
  add constraint contracts_result_day_side_check check (side in ('long', 'short'));

create or replace function contracts_sum_results() returns trigger language plpgsql
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

create or replace function contracts_sum_closed() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  if not exists (select 1 from added where state = 'closed') then return null; end if;
  insert into contracts_result_day as d (uid, day, pid, side, result, trades, profit, fees)
    select a.uid, ledger_day(a.closed_ms), a.pid, a.side,
        sign(a.profit - a.open_fee - coalesce(a.close_fee, 0))::smallint, count(*), sum(a.profit),
        sum(a.open_fee + coalesce(a.close_fee, 0))
      from (select * from added where state = 'closed' offset 0) a
      where not exists (select 1 from removed r where r.id = a.id and r.state = 'closed')
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (uid, day, pid, side, result) do update
      set trades = d.trades + excluded.trades, profit = d.profit + excluded.profit, fees = d.fees + excluded.fees;
  return null;
end $$;
create trigger contracts_order_sums_parts after insert on contracts_order
  referencing new table as added for each statement execute function contracts_sum_results();
create trigger contracts_order_sums_closed after update on contracts_order
  referencing old table as removed new table as added for each statement execute function contracts_sum_closed();

alter table contracts_copy
  drop constraint contracts_copy_type_check,
  alter column type type text using case type when 1 then 'long' else 'short' end;
alter table contracts_copy rename column type to side;
alter table contracts_copy add constraint contracts_copy_side_check check (side in ('long', 'short'));
