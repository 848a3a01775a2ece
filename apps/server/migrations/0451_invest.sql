-- Investment products and orders. Money is units of 1e-8 USDT, rates are units of 1e-8 of one for the whole cycle;
-- instants are epoch milliseconds of the business calendar.

create table invest_product (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('yield', 'experience', 'copy')),
  name text not null,
  picurl text not null,
  remark text not null,
  position integer not null,
  on_sale boolean not null,
  featured boolean not null,
  -- Most principal that may run; 0 for no limit.
  quota numeric(38, 0) not null check (quota >= 0),
  redeem_days integer not null check (redeem_days >= 0),
  redeem_fee numeric(38, 0) not null check (redeem_fee between 0 and 100000000),
  -- Language → name → text, and claim → text and source.
  texts jsonb not null,
  claims jsonb not null,
  -- Principal that runs, and interest promised and not paid: sums of its orders, moved in the transaction that moves them.
  sold numeric(38, 0) not null default 0 check (sold >= 0),
  promised numeric(38, 0) not null default 0 check (promised >= 0),
  created_ms bigint not null,
  changed_ms bigint not null
) with (fillfactor = 50);

create table invest_cycle (
  id bigint generated always as identity primary key,
  product_id bigint not null references invest_product (id),
  method text not null check (method in ('fixed', 'compound')),
  rate numeric(38, 0) not null check (rate > 0),
  days integer not null check (days > 0),
  min_principal numeric(38, 0) not null check (min_principal > 0),
  max_principal numeric(38, 0) not null check (max_principal >= min_principal),
  position integer not null,
  -- A cycle that is taken off the list stays for the orders that were sold of it.
  offered boolean not null
);
create index invest_cycle_product on invest_cycle (product_id, position);

-- What runs of a cycle keeps its method and days, and nothing of a product disappears.
create function invest_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'invest: % of % is not allowed', lower(tg_op), tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger invest_product_stays before delete or truncate on invest_product
  for each statement execute function invest_refuse_change();
create trigger invest_product_keeps_kind before update on invest_product
  for each row when (old.kind <> new.kind) execute function invest_refuse_change();
create trigger invest_cycle_stays before delete or truncate on invest_cycle
  for each statement execute function invest_refuse_change();

create table invest_order (
  id bigint generated always as identity primary key,
  uid bigint not null,
  -- The terms, copied at the sale.
  product_id bigint not null references invest_product (id),
  cycle_id bigint references invest_cycle (id),
  product_name text not null,
  kind text not null check (kind in ('yield', 'experience', 'copy')),
  method text not null check (method in ('fixed', 'compound', 'copy')),
  principal numeric(38, 0) not null check (principal >= 0),
  credit numeric(38, 0) not null check (credit >= 0),
  rate numeric(38, 0) not null check (rate >= 0),
  days integer not null check (days > 0),
  promised numeric(38, 0) not null check (promised >= 0),
  redeem_fee numeric(38, 0) not null check (redeem_fee between 0 and 100000000),
  created_ms bigint not null,
  redeemable_ms bigint not null,
  ends_ms bigint not null,
  -- What happens to it.
  state text not null check (
    state in ('waiting', 'running', 'redeeming', 'ended', 'redeemed', 'refunded', 'stopped')
  ),
  accrued numeric(38, 0) not null default 0,
  accrued_days integer not null default 0 check (accrued_days between 0 and days),
  last_day integer,
  last_amount numeric(38, 0) not null default 0,
  -- The midnight of the next accrual; after the last one that midnight.
  next_ms bigint not null,
  redeem_ms bigint,
  finished_ms bigint,
  payout numeric(38, 0) not null default 0 check (payout >= 0),
  fee numeric(38, 0) not null default 0 check (fee >= 0),
  -- The loan it secures.
  loan_id bigint,
  constraint invest_order_one_kind_of_money check ((principal > 0) <> (credit > 0)),
  constraint invest_order_credit_is_experience check ((kind = 'experience') = (credit > 0)),
  constraint invest_order_finished_is_whole check (
    (finished_ms is null) = (state in ('waiting', 'running', 'redeeming'))
  ),
  constraint invest_order_redeems_since check (state <> 'redeeming' or redeem_ms is not null),
  constraint invest_order_accrues_promise check (method = 'copy' or accrued <= promised)
) with (fillfactor = 60);
create index invest_order_list on invest_order (uid, created_ms desc, id desc);
create index invest_order_processing on invest_order (id) where state in ('waiting', 'running', 'redeeming');
create index invest_order_ending on invest_order (ends_ms, id) where state in ('waiting', 'running', 'redeeming');
create index invest_order_redeeming on invest_order (redeem_ms, id) where state = 'redeeming';
create index invest_order_of_customer on invest_order (uid) where state in ('waiting', 'running', 'redeeming');
create unique index invest_order_experience_once on invest_order (uid) where kind = 'experience';

create trigger invest_order_keeps_terms before update on invest_order
  for each row when (
    (old.uid, old.product_id, old.cycle_id, old.product_name, old.kind, old.method, old.principal, old.credit, old.rate,
      old.days, old.promised, old.redeem_fee, old.created_ms, old.redeemable_ms, old.ends_ms)
    is distinct from
    (new.uid, new.product_id, new.cycle_id, new.product_name, new.kind, new.method, new.principal, new.credit, new.rate,
      new.days, new.promised, new.redeem_fee, new.created_ms, new.redeemable_ms, new.ends_ms)
  ) execute function invest_refuse_change();
-- A finished order never changes, except that a loan lets go of it.
create trigger invest_order_finished_stays before update on invest_order
  for each row when (old.finished_ms is not null and old.loan_id is null) execute function invest_refuse_change();
create trigger invest_order_stays before delete or truncate on invest_order
  for each statement execute function invest_refuse_change();

create function invest_keep_sold_cycle() returns trigger language plpgsql as $$
begin
  if exists (select from invest_order where cycle_id = old.id) then
    raise exception 'invest: cycle % was sold and keeps its terms', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger invest_cycle_keeps_terms before update on invest_cycle
  for each row when (old.method <> new.method or old.days <> new.days or old.product_id <> new.product_id)
  execute function invest_keep_sold_cycle();
create index invest_order_cycle on invest_order (cycle_id);

-- One row for each day of an order that accrued.
create table invest_accrual (
  order_id bigint not null,
  -- The day that ended with the midnight, as yyyymmdd.
  day integer not null,
  -- 1 for the first day of the order.
  number integer not null check (number > 0),
  amount numeric(38, 0) not null,
  primary key (order_id, day)
);
create trigger invest_accrual_append_only before update or delete or truncate on invest_accrual
  for each statement execute function invest_refuse_change();
