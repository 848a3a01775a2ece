-- A tick may be deleted 48 hours before the newest one of its market, not earlier and never the newest: until then the
-- log is what heads and receipts are held against.
create function markets_check_pruning() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone g
    where g.received_ms >= (
      select greatest(max(t.received_ms), (select max(o.received_ms) from gone o where o.pid = g.pid))
      from markets_tick t where t.pid = g.pid) - 172800000
  ) then
    raise exception 'markets: a tick younger than 48 hours is not allowed to be deleted'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger markets_tick_is_pruned_late after delete on markets_tick
  referencing old table as gone for each statement execute function markets_check_pruning();
create trigger markets_tick_is_not_emptied before truncate on markets_tick
  for each statement execute function markets_refuse_change();
