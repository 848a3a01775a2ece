-- Runs of AI ordering and what each decided. Money is units of 1e-8 USDT, prices are units of 1e-9; instants are epoch
-- milliseconds of the wall clock.

create table ai_run (
  id bigint generated always as identity primary key,
  uid bigint not null,
  pid integer not null,
  leverage integer not null check (leverage > 0),
  -- Margin of each trade.
  stake numeric(38, 0) not null check (stake > 0),
  times integer not null check (times > 0),
  max_loss numeric(38, 0) not null check (max_loss > 0),
  rule text not null,
  version integer not null,
  -- The day of the business calendar it counts for.
  day integer not null,
  -- 1 waits for a signal, 2 in a trade, 3 ended.
  state smallint not null default 1 check (state in (1, 2, 3)),
  reason text check (
    reason in ('times', 'maxLoss', 'stopped', 'timeUp', 'balance', 'expired', 'ownLimit', 'refused', 'staff')
  ),
  ret_code integer,
  done integer not null default 0 check (done between 0 and times),
  profit numeric(38, 0) not null default 0,
  fees numeric(38, 0) not null default 0 check (fees >= 0),
  -- The open trade, and why it is to be closed as soon as the market is fresh.
  order_id bigint,
  closing text check (closing in ('aiStop', 'aiMaxLoss', 'aiOpposite', 'aiAge')),
  -- Candles in a row that the door refused.
  refusals integer not null default 0,
  -- Opening of the newest candle that was judged; each is judged once.
  last_candle_ms bigint not null,
  created_ms bigint not null,
  until_ms bigint not null,
  ended_ms bigint,
  check ((state = 2) = (order_id is not null)),
  check (closing is null or state = 2),
  check ((state = 3) = (reason is not null) and (state = 3) = (ended_ms is not null)),
  check ((reason = 'refused') = (ret_code is not null))
) with (fillfactor = 50);
-- One run at a time.
create unique index ai_run_running on ai_run (uid) where state < 3;
create index ai_run_market on ai_run (pid, id) where state < 3;
create index ai_run_closing on ai_run (id) where closing is not null;
create unique index ai_run_order on ai_run (order_id) where order_id is not null;
create index ai_run_customer on ai_run (uid, id);

-- What a run decided on a closed candle; the values are null where the candles had a gap.
create table ai_decision (
  run_id bigint not null references ai_run (id),
  candle_ms bigint not null,
  outcome text not null check (
    outcome in ('wait', 'gap', 'stale', 'hold', 'buy', 'sell', 'opposite', 'age', 'maxLoss', 'refused')
  ),
  s7 numeric(38, 0),
  s30 numeric(38, 0),
  c numeric(38, 0),
  c15 numeric(38, 0),
  a numeric(38, 0),
  ret_code integer,
  order_id bigint,
  primary key (run_id, candle_ms)
);

-- Runs and decisions stay; an ended run never changes.
create function ai_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ai: % of % is not allowed', lower(tg_op), tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ai_run_stays before delete or truncate on ai_run
  for each statement execute function ai_refuse_change();
create trigger ai_run_ended_stays before update on ai_run
  for each row when (old.state = 3) execute function ai_refuse_change();
create trigger ai_decision_stays before update or delete or truncate on ai_decision
  for each statement execute function ai_refuse_change();

-- Whether AI ordering is on for everybody; one row.
create table ai_switch (
  id smallint primary key check (id = 1),
  is_on boolean not null,
  remark text not null,
  changed_ms bigint
);
insert into ai_switch (id, is_on, remark) values (1, true, '');

-- The newest backtest of each market with the live results of the same days.
create table ai_backtest (
  pid integer primary key,
  day integer not null,
  computed_ms bigint not null,
  result jsonb not null,
  live jsonb not null
);
