-- Issues of new coins and the applications for them; coins 1e-8, prices 1e-9 USDT, instants of the business calendar.
create table subscription_issue (
  id bigint generated always as identity primary key,
  pid bigint not null,
  symbol text not null check (symbol ~ '^[A-Z0-9]+USDT$'),
  title text not null,
  price numeric(38, 0) not null check (price > 0),
  number numeric(38, 0) not null check (number > 0),
  step numeric(38, 0) not null check (step > 0),
  min_number numeric(38, 0) not null check (min_number > 0),
  max_number numeric(38, 0) not null check (max_number >= min_number and max_number <= number),
  open_ms bigint not null,
  close_ms bigint not null check (close_ms > open_ms),
  -- The last day to pay, yyyymmdd at UTC+1.
  final_day text not null check (final_day ~ '^[0-9]{8}$'),
  risk_sheet text not null check (risk_sheet <> ''),
  state text not null default 'draft' check (state in ('draft', 'open', 'closed', 'paying', 'over', 'cancelled')),
  -- Coins of applications that stand; after the allotment those that took part.
  asked numeric(38, 0) not null default 0 check (asked >= 0),
  -- Heads up to this minute of real time were published before the close was recorded.
  known_minute_ms bigint,
  head_minute_ms bigint,
  head_symbol text,
  head_n bigint,
  head_hash text check (head_hash ~ '^[0-9a-f]{64}$'),
  decided_ms bigint,
  remark text,
  created_ms bigint not null,
  changed_ms bigint not null,
  check (number % step = 0 and min_number % step = 0 and max_number % step = 0),
  check ((head_hash is null) = (head_minute_ms is null)),
  check (head_minute_ms > known_minute_ms),
  check (state not in ('paying', 'over') or head_hash is not null),
  check (state not in ('draft', 'open') or known_minute_ms is null)
);
create unique index subscription_issue_one_open on subscription_issue (pid) where state = 'open';
create index subscription_issue_moving on subscription_issue (id) where state in ('draft', 'open', 'closed', 'paying');

create table subscription_order (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  issue_id bigint not null references subscription_issue (id),
  asked numeric(38, 0) not null check (asked > 0),
  -- Null until the allotment; what took part in it has a number, which may be 0.
  allotted numeric(38, 0) check (allotted between 0 and asked),
  status smallint not null default 1 check (status between 1 and 4),
  reason text check (reason in ('withdrawn', 'notAllotted', 'unpaid', 'issueCancelled', 'accountClosed')),
  money numeric(38, 0) not null default 0 check (money >= 0),
  created_ms bigint not null,
  paid_ms bigint,
  ended_ms bigint,
  unique (uid, issue_id),
  check ((status = 4) = (reason is not null)),
  check ((status = 3) = (paid_ms is not null)),
  check ((status = 3) = (money > 0)),
  check (status <> 1 or allotted is null),
  check (status not in (2, 3) or allotted > 0),
  check ((status in (3, 4)) = (ended_ms is not null))
);
create index subscription_order_of_customer on subscription_order (uid, id desc);
create index subscription_order_of_issue on subscription_order (issue_id, status, id);

create function subscription_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'subscription: % of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger subscription_issue_keeps_terms before update on subscription_issue
  for each row when (
    old.state <> 'draft' and (
      (old.pid, old.symbol, old.price, old.number, old.step, old.min_number, old.max_number, old.open_ms, old.close_ms,
        old.risk_sheet)
      is distinct from
      (new.pid, new.symbol, new.price, new.number, new.step, new.min_number, new.max_number, new.open_ms, new.close_ms,
        new.risk_sheet)
      or new.final_day < old.final_day or new.state = 'draft'
      or (old.head_hash is not null and (old.head_minute_ms, old.head_symbol, old.head_n, old.head_hash)
        is distinct from (new.head_minute_ms, new.head_symbol, new.head_n, new.head_hash))
    )
  ) execute function subscription_refuse_change();
create trigger subscription_issue_ended_stays before update on subscription_issue
  for each row when (old.state in ('over', 'cancelled')) execute function subscription_refuse_change();
create trigger subscription_issue_stays before delete or truncate on subscription_issue
  for each statement execute function subscription_refuse_change();
create trigger subscription_order_keeps before update on subscription_order
  for each row when (
    old.status in (3, 4)
    or (old.uid, old.issue_id, old.asked, old.created_ms) is distinct from (new.uid, new.issue_id, new.asked, new.created_ms)
    or (old.allotted is not null and old.allotted is distinct from new.allotted)
  ) execute function subscription_refuse_change();
create trigger subscription_order_stays before delete or truncate on subscription_order
  for each statement execute function subscription_refuse_change();
