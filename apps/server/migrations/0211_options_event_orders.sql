-- That an event has its option is looked at once for a statement instead of once for every row, as in the ledger:
-- events are written thousands at a time, and no option is ever deleted.
alter table options_event drop constraint options_event_order_id_fkey;

create function options_events_have_orders() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  missing bigint;
begin
  select a.order_id into missing from added a
    where not exists (select from options_order o where o.id = a.order_id) limit 1;
  if missing is not null then
    raise exception 'options: an event of option %, which does not exist', missing
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger options_event_has_order after insert on options_event
  referencing new table as added for each statement execute function options_events_have_orders();
