-- Copy trading: leads with their records, pools, dealings and the copy part of orders. Money is units of 1e-8 USDT, units
-- of a pool 1e-8, unit prices and fractions 1e-9; instants are epoch milliseconds of the business calendar.

create table invest_lead (
  id bigint generated always as identity primary key,
  uid bigint not null,
  since_ms bigint not null,
  -- Keyed hash of the person, so that nobody leads twice; null of a sample.
  identity text,
  -- A sample of practice mode, admitted without the days of record.
  is_waived boolean not null,
  ended_ms bigint,
  end_reason text check (end_reason in ('stopped', 'leadBroke', 'risk', 'legal', 'frozen')),
  end_remark text not null default '',
  -- The record of the newest midnight, written by step `records` alone.
  record_days integer not null default 0,
  risk_score integer check (risk_score between 1 and 10),
  return_all numeric(38, 0),
  max_drawdown numeric(38, 0) not null default 0,
  equity numeric(38, 0) not null default 0,
  record jsonb not null default '{}',
  constraint invest_lead_ended_with_reason check ((ended_ms is null) = (end_reason is null))
) with (fillfactor = 50);
create unique index invest_lead_active on invest_lead (uid) where ended_ms is null;
create unique index invest_lead_identity on invest_lead (identity) where ended_ms is null;
create index invest_lead_by_days on invest_lead (record_days, id);
create trigger invest_lead_stays before delete or truncate on invest_lead
  for each statement execute function invest_refuse_change();
create trigger invest_lead_ended_stays before update on invest_lead
  for each row when (old.ended_ms is not null and new.ended_ms is distinct from old.ended_ms)
  execute function invest_refuse_change();

create table invest_lead_application (
  id bigint generated always as identity primary key,
  uid bigint not null,
  text text not null,
  -- What decided when it was made.
  record_days integer not null,
  closed_trades integer not null,
  equity numeric(38, 0) not null,
  risk_score integer,
  created_ms bigint not null,
  status integer not null default 0 check (status in (0, 1, 2)),
  decided_ms bigint,
  remark text,
  constraint invest_lead_application_decided check ((status = 0) = (decided_ms is null))
);
create unique index invest_lead_application_waiting on invest_lead_application (uid) where status = 0;
create index invest_lead_application_list on invest_lead_application (status, created_ms, id);

-- Equity of a second contract wallet at a midnight at the closing sides, and what was moved into and out of it since the
-- row before. No price of a missed midnight is invented: a wallet with positions has no row then.
create table invest_lead_day (
  uid bigint not null,
  day integer not null,
  at_ms bigint not null,
  equity numeric(38, 0) not null,
  deposited numeric(38, 0) not null check (deposited >= 0),
  withdrawn numeric(38, 0) not null check (withdrawn >= 0),
  primary key (uid, day)
);
create trigger invest_lead_day_append_only before update or delete or truncate on invest_lead_day
  for each statement execute function invest_refuse_change();

-- One pool per copy product. The terms are those of the next sale; every order keeps its own.
create table invest_pool (
  product_id bigint primary key references invest_product (id),
  lead_id bigint not null references invest_lead (id),
  -- Number of the pool's contract wallet; nobody signs in with it.
  account bigint not null unique,
  period_days integer not null check (period_days between 1 and 365),
  min_principal numeric(38, 0) not null check (min_principal > 0),
  max_principal numeric(38, 0) not null check (max_principal >= min_principal),
  lead_fee_ppm integer not null check (lead_fee_ppm between 0 and 300000),
  max_multiple integer not null check (max_multiple between 1 and 20),
  copy_stop_percent integer not null check (copy_stop_percent between 5 and 95),
  exit_levy_ppm integer not null check (exit_levy_ppm between 0 and 20000),
  units numeric(38, 0) not null default 0 check (units >= 0),
  unit_price numeric(38, 0) not null default 1000000000 check (unit_price >= 0),
  highest numeric(38, 0) not null default 1000000000 check (highest >= 1000000000),
  -- Money of orders that wait for their dealing.
  waiting numeric(38, 0) not null default 0 check (waiting >= 0),
  -- The midnight of the newest dealing, and the one that waits for a market without a fresh price.
  dealt_ms bigint,
  due_ms bigint,
  due_since_ms bigint,
  alarmed_ms bigint,
  stopped_ms bigint,
  stop_reason text check (stop_reason in ('drawdown', 'lead', 'worthless')),
  constraint invest_pool_stopped_with_reason check ((stopped_ms is null) = (stop_reason is null))
) with (fillfactor = 50);
create index invest_pool_of_lead on invest_pool (lead_id);
create index invest_pool_due on invest_pool (product_id) where due_ms is not null;
create trigger invest_pool_stays before delete or truncate on invest_pool
  for each statement execute function invest_refuse_change();
create trigger invest_pool_keeps_lead before update on invest_pool
  for each row when (
    (old.product_id, old.lead_id, old.account) is distinct from (new.product_id, new.lead_id, new.account)
    or (old.stopped_ms is not null and new.stopped_ms is distinct from old.stopped_ms)
  ) execute function invest_refuse_change();

-- The copy part of an order.
create table invest_copy (
  order_id bigint primary key references invest_order (id),
  product_id bigint not null,
  lead_fee_ppm integer not null,
  exit_levy_ppm integer not null,
  stop_loss_percent integer not null check (stop_loss_percent between 5 and 95),
  units numeric(38, 0) not null default 0 check (units >= 0),
  entry_price numeric(38, 0),
  high_water_mark numeric(38, 0),
  -- The dealing at which it entered, and the end of the running period.
  entered_ms bigint,
  period_end_ms bigint,
  exit_mode text check (exit_mode in ('period', 'now')),
  leaves_ms bigint,
  -- Performance fees and the levy so far.
  fees_paid numeric(38, 0) not null default 0 check (fees_paid >= 0),
  constraint invest_copy_exit_is_whole check ((exit_mode is null) = (leaves_ms is null)),
  constraint invest_copy_units_since_entry check (units = 0 or (entered_ms is not null and period_end_ms is not null))
) with (fillfactor = 60);
create index invest_copy_running on invest_copy (product_id, order_id) where units > 0;
create index invest_copy_period on invest_copy (period_end_ms) where units > 0 and leaves_ms is null;
create trigger invest_copy_stays before delete or truncate on invest_copy
  for each statement execute function invest_refuse_change();
create trigger invest_copy_keeps_terms before update on invest_copy
  for each row when (
    (old.order_id, old.product_id, old.lead_fee_ppm, old.exit_levy_ppm, old.stop_loss_percent)
    is distinct from (new.order_id, new.product_id, new.lead_fee_ppm, new.exit_levy_ppm, new.stop_loss_percent)
  ) execute function invest_refuse_change();

-- One row for each dealing, with its evidence.
create table invest_dealing (
  product_id bigint not null references invest_product (id),
  at_ms bigint not null,
  day integer not null,
  -- Wall clock of the transaction.
  executed_ms bigint not null,
  -- Newest transaction of the ledger before its closings; what the pool traded later belongs to the next dealing.
  after_transaction bigint not null,
  -- One tick per market with its number and times.
  ticks jsonb not null,
  -- The account of the pool and its open positions as they were valued.
  balance numeric(38, 0) not null,
  positions jsonb not null,
  bid numeric(38, 0) not null,
  offer numeric(38, 0) not null,
  closing_cost numeric(38, 0) not null,
  units_before numeric(38, 0) not null,
  entry_price numeric(38, 0) not null,
  exit_price numeric(38, 0) not null,
  units_after numeric(38, 0) not null,
  share_ppm integer not null check (share_ppm between 0 and 1000000),
  dust numeric(38, 0) not null check (dust >= 0),
  is_ended boolean not null,
  primary key (product_id, at_ms)
);
create trigger invest_dealing_append_only before update or delete or truncate on invest_dealing
  for each statement execute function invest_refuse_change();

-- What a dealing did with one order.
create table invest_dealing_order (
  order_id bigint not null,
  at_ms bigint not null,
  product_id bigint not null,
  day integer not null,
  units_before numeric(38, 0) not null,
  fee_units numeric(38, 0) not null,
  fee numeric(38, 0) not null,
  units_after numeric(38, 0) not null,
  value numeric(38, 0) not null,
  put_in numeric(38, 0) not null,
  paid_out numeric(38, 0) not null,
  levy numeric(38, 0) not null,
  profit numeric(38, 0) not null,
  -- Why it left; null while it stays.
  exit_reason text check (exit_reason in ('period', 'now', 'stopLoss', 'stopped', 'worthless')),
  primary key (order_id, at_ms),
  foreign key (product_id, at_ms) references invest_dealing (product_id, at_ms)
);
create index invest_dealing_order_of_dealing on invest_dealing_order (product_id, at_ms);
create trigger invest_dealing_order_append_only before update or delete or truncate on invest_dealing_order
  for each statement execute function invest_refuse_change();

-- Change in value of every order of a pool between two dealings; shares of it are the attribution of a day.
create table invest_pool_change (
  product_id bigint not null,
  at_ms bigint not null,
  pool_order bigint not null,
  pid integer not null,
  direction text not null check (direction in ('buy', 'sell')),
  change numeric(38, 0) not null,
  open_price numeric(38, 0) not null,
  close_price numeric(38, 0),
  changed_ms bigint not null,
  primary key (product_id, at_ms, pool_order),
  foreign key (product_id, at_ms) references invest_dealing (product_id, at_ms)
);
create trigger invest_pool_change_append_only before update or delete or truncate on invest_pool_change
  for each statement execute function invest_refuse_change();

-- A copy order rolls over, so that it has more days than one period.
alter table invest_order drop constraint invest_order_check;
alter table invest_order add constraint invest_order_accrued_days_check
  check (accrued_days >= 0 and (method = 'copy' or accrued_days <= days));
