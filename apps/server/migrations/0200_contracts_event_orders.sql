-- That an event has its order is looked at once for a statement instead of once for every row, as in the ledger:
-- events are written hundreds at a time, orders are never deleted, and an event never changes.
alter table contracts_event drop constraint contracts_event_order_id_fkey;

create function contracts_events_have_orders() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  missing bigint;
begin
  select a.order_id into missing from added a
    where not exists (select from contracts_order o where o.id = a.order_id) limit 1;
  if missing is not null then
    raise exception 'contracts: an event of order %, which does not exist', missing
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger contracts_event_has_order after insert on contracts_event
  referencing new table as added for each statement execute function contracts_events_have_orders();

create function contracts_keep_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' or exists (select from gone join contracts_event e on e.order_id = gone.id) then
    raise exception 'contracts: an order with events stays' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger contracts_order_stays after delete on contracts_order
  referencing old table as gone for each statement execute function contracts_keep_orders();
create trigger contracts_order_is_not_emptied before truncate on contracts_order
  for each statement execute function contracts_keep_orders();
