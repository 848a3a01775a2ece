-- Where money may go: bank data and addresses of customers, as they stand.
create table funding_destination (
  uid bigint not null references identity_customer (uid),
  kind text not null check (kind in ('bank', '1001', '1002', 'wallet')),
  -- The network an address is of; null for bank data and for other currencies.
  network text check (network in ('1001', '1002')),
  -- The whole destination, encrypted under the secret of this installation.
  sealed text not null,
  -- What others than the owner may see of it.
  summary text not null,
  -- By the business calendar: pauses are counted from it.
  changed_ms bigint not null,
  primary key (uid, kind)
);

-- Every change there ever was. Rows are never changed or deleted, but for what says whose they were, which goes
-- when the account is closed.
create table funding_destination_change (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  kind text not null,
  network text,
  sealed text not null,
  summary text not null,
  -- By the business calendar.
  changed_ms bigint not null,
  -- From which address of the network the change was asked for.
  ip text not null
);
create index funding_destination_change_uid on funding_destination_change (uid, id);

create function funding_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.sealed = '' and new.summary = '' and new.ip = ''
    and (new.id, new.uid, new.kind, new.changed_ms) = (old.id, old.uid, old.kind, old.changed_ms)
    and new.network is not distinct from old.network then
    return new;
  end if;
  raise exception 'funding: % of % is not allowed', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end $$;

create trigger funding_destination_change_stays before update or delete on funding_destination_change
  for each row execute function funding_refuse_change();
create trigger funding_destination_change_whole before truncate on funding_destination_change
  for each statement execute function funding_refuse_change();
