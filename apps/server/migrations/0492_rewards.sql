-- Sign-ins, totals and tasks of customers. Money is units of 1e-8 USDT; days are yyyymmdd, instants epoch milliseconds of
-- the business calendar.

create table rewards_checkin (
  id bigint generated always as identity primary key,
  uid bigint not null,
  day integer not null,
  -- Days in a row with this one, and all sign-ins with this one.
  streak integer not null check (streak > 0),
  total integer not null check (total >= streak),
  reward numeric(38, 0) not null check (reward >= 0),
  -- False: the reserve did not cover it, so nothing was paid.
  funded boolean not null,
  at_ms bigint not null,
  unique (uid, day)
);

-- Claims of totals; the row of the rule may be edited or deleted later.
create table rewards_total (
  id bigint generated always as identity primary key,
  uid bigint not null,
  rule_id bigint not null,
  times integer not null,
  amount numeric(38, 0) not null check (amount > 0),
  at_ms bigint not null,
  unique (uid, rule_id)
);

-- A picture handed in for a task. status 0 waits, 1 approved, 2 rejected.
create table rewards_submission (
  id bigint generated always as identity primary key,
  uid bigint not null,
  task smallint not null check (task in (2, 3)),
  upload_id bigint not null,
  status smallint not null default 0 check (status in (0, 1, 2)),
  remark text,
  created_ms bigint not null,
  decided_ms bigint
);
create unique index rewards_submission_one on rewards_submission (uid, task) where status <> 2;
create index rewards_submission_queue on rewards_submission (status, created_ms, id);
create index rewards_submission_newest on rewards_submission (uid, task, id);

-- Tasks that were paid, once for each customer and task.
create table rewards_task (
  id bigint generated always as identity primary key,
  uid bigint not null,
  task smallint not null check (task between 1 and 5),
  amount numeric(38, 0) not null check (amount > 0),
  at_ms bigint not null,
  unique (uid, task)
);

-- When a customer first had the introduction open.
create table rewards_reading (
  uid bigint primary key,
  opened_ms bigint not null
);

-- What rewards paid on a day, all together.
create table rewards_day (
  day integer primary key,
  paid numeric(38, 0) not null check (paid >= 0)
);

-- Total assets at the last midnight at which a customer held anything; `day` is the day that began with it.
create table rewards_assets (
  uid bigint primary key,
  day integer not null,
  assets numeric(38, 0) not null check (assets >= 0)
) with (fillfactor = 70);

create function rewards_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rewards: % of % is not allowed', lower(tg_op), tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger rewards_checkin_append_only before update or delete or truncate on rewards_checkin
  for each statement execute function rewards_refuse_change();
create trigger rewards_total_append_only before update or delete or truncate on rewards_total
  for each statement execute function rewards_refuse_change();
create trigger rewards_task_append_only before update or delete or truncate on rewards_task
  for each statement execute function rewards_refuse_change();
