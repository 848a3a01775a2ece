-- Experience funds that staff granted: to whom, how much, and why. The money is in the ledger.
create table console_grant (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  amount numeric(38, 0) not null check (amount > 0),
  remark text not null,
  staff_id bigint not null references staff_member (id),
  at_ms bigint not null
);
create index console_grant_uid on console_grant (uid, at_ms);
create function console_keep_grants() returns trigger language plpgsql as $$
begin
  raise exception 'console: the history of grants is append-only' using errcode = 'restrict_violation';
end $$;
create trigger console_grant_append_only before update or delete or truncate on console_grant
  for each statement execute function console_keep_grants();
