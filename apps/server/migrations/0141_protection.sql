-- Answers to risk checks, right and wrong, with version and date.
create table protection_answer (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  product text not null check (product in ('contract', 'option', 'invest')),
  version text not null,
  -- As they were given: q1:a,q2:c,q3:b.
  answers text not null,
  passed boolean not null,
  lang text not null,
  -- By the business calendar.
  at_ms bigint not null
);
create index protection_answer_passed on protection_answer (uid, product, version) where passed;

-- What a customer has set against himself: the value in force and the looser one that waits.
-- `dailyLoss` and `deposit` are USDT in units of 1e-8, `pauseUntil` is epoch milliseconds.
create table protection_limit (
  uid bigint not null references identity_customer (uid),
  name text not null check (name in ('dailyLoss', 'deposit', 'pauseUntil')),
  -- Null: none.
  value numeric(38, 0) check (value > 0),
  next_value numeric(38, 0) check (next_value > 0),
  -- By the business calendar; null: nothing waits.
  next_from_ms bigint,
  primary key (uid, name),
  check (next_from_ms is not null or next_value is null)
);

-- Every wish there ever was.
create table protection_limit_change (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  name text not null,
  value numeric(38, 0),
  from_ms bigint not null,
  at_ms bigint not null
);
create index protection_limit_change_uid on protection_limit_change (uid, id);

create function protection_keep_history() returns trigger language plpgsql as $$
begin
  raise exception 'protection: % is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger protection_answer_append_only before update or delete or truncate on protection_answer
  for each statement execute function protection_keep_history();
create trigger protection_limit_change_append_only before update or delete or truncate on protection_limit_change
  for each statement execute function protection_keep_history();
