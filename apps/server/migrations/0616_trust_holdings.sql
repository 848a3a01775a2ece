-- Addresses that the operator proved to hold, each for one liabilities report (decision 0048).

create table trust_holding (
  -- Report and day that the signed message names.
  number integer not null check (number > 0),
  day integer not null,
  network smallint not null check (network in (1001, 1002)),
  asset text not null check (asset ~ '^[A-Z0-9]{1,16}$'),
  address text not null,
  -- r, s and v of the address over its message.
  signature text not null check (signature ~ '^0x[0-9a-f]{130}$'),
  -- The manager who asked for it, and the one who agreed.
  staff_id bigint not null references staff_member,
  agreed_staff_id bigint not null references staff_member,
  at_ms bigint not null,
  -- Read from the chain when the report is made; null before, and where the chain could not be read: it does not count then.
  amount numeric(38, 0) check (amount >= 0),
  block bigint check (block >= 0),
  check ((amount is null) = (block is null)),
  check (agreed_staff_id <> staff_id),
  primary key (number, network, address)
);
create trigger trust_holding_stays before delete or truncate on trust_holding
  for each statement execute function platform_refuse_change();
create trigger trust_holding_never_changes
  before update of number, day, network, asset, address, signature, staff_id, agreed_staff_id, at_ms
  on trust_holding for each statement execute function platform_refuse_change();

-- Nothing is proven afterwards: a report that is published keeps the holdings it states.
create function trust_holding_before_report() returns trigger language plpgsql as $$
begin
  if exists (select from trust_report r where r.number = new.number) then
    raise exception 'trust: report % is published', new.number using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger trust_holding_is_before_its_report before insert or update on trust_holding
  for each row execute function trust_holding_before_report();
