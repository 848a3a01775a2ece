-- The operator's own capital in and out of reserves: who moved how much, and why. The money is in the ledger.
create table console_fund (
  id bigint generated always as identity primary key,
  reserve text not null check (reserve in ('trading', 'fees', 'marketing', 'insurance')),
  direction text not null check (direction in ('in', 'out')),
  amount numeric(38, 0) not null check (amount > 0),
  remark text not null,
  staff_id bigint not null references staff_member (id),
  at_ms bigint not null
);
create function console_keep_history() returns trigger language plpgsql as $$
begin
  raise exception 'console: the history of reserves is append-only' using errcode = 'restrict_violation';
end $$;
create trigger console_fund_append_only before update or delete or truncate on console_fund
  for each statement execute function console_keep_history();
