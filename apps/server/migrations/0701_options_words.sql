-- Type and state of options are words (see 0799).

drop trigger options_order_settled_stays on options_order;
drop trigger options_order_sums_inserted on options_order;
drop trigger options_order_sums_settled on options_order;
drop index options_order_open, options_order_due, options_order_settled, options_order_result;

alter table options_order
  drop constraint options_order_style_check,
  drop constraint options_order_status_check,
  drop constraint options_order_settled_is_whole,
  alter column status drop default,
  alter column style type text using case style when 0 then 'call' else 'put' end,
  alter column status type text using case status when 0 then 'open' else 'settled' end;
alter table options_order rename column style to option_type;
alter table options_order rename column status to state;
alter table options_order
  alter column state set default 'open',
  add constraint options_order_option_type_check check (option_type in ('call', 'put')),
  add constraint options_order_state_check check (state in ('open', 'settled')),
  add constraint options_order_settled_is_whole check (
    (state = 'settled') = (outcome is not null)
    and (state = 'settled') = (payout is not null)
    and (state = 'settled') = (settled_ms is not null)
    and (state = 'settled' and outcome <> 'void') = (exit_price is not null)
  );

create index options_order_open on options_order (uid) where state = 'open';
create index options_order_due on options_order (expires_ms) where state = 'open';
create index options_order_settled on options_order (uid, expires_ms desc, id desc) where state = 'settled';
create index options_order_result on options_order
  (uid, pid, option_type, sign(payout - stake), settled_ms desc, id desc) where state = 'settled';

create trigger options_order_settled_stays before update on options_order
  for each row when (old.state = 'settled') execute function platform_refuse_change();

alter table options_result_day
  drop constraint options_result_day_style_check,
  alter column style type text using case style when 0 then 'call' else 'put' end;
alter table options_result_day rename column style to option_type;
alter table options_result_day
  add constraint options_result_day_option_type_check check (option_type in ('call', 'put'));

create or replace function options_sum_inserted() returns trigger language plpgsql
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

create or replace function options_sum_settled() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  insert into options_result_day as d (uid, day, pid, option_type, result, trades, profit)
    select a.uid, ledger_day(a.settled_ms), a.pid, a.option_type, sign(a.payout - a.stake)::smallint, count(*),
        sum(a.payout - a.stake)
      from (select * from added where state = 'settled' offset 0) a
      where not exists (select 1 from removed r where r.id = a.id and r.state = 'settled')
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (uid, day, pid, option_type, result) do update
      set trades = d.trades + excluded.trades, profit = d.profit + excluded.profit;
  return null;
end $$;
create trigger options_order_sums_inserted after insert on options_order
  referencing new table as added for each statement execute function options_sum_inserted();
create trigger options_order_sums_settled after update on options_order
  referencing old table as removed new table as added for each statement execute function options_sum_settled();
