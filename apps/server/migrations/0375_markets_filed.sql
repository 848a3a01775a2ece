-- Up to which record the log of a market is in day files (decision 0022). Only the day that is filed moves it.
create table markets_filed (
  pid bigint primary key references markets_product,
  n bigint not null check (n > 0)
);
create trigger markets_filed_stays before delete or truncate on markets_filed
  for each statement execute function markets_refuse_change();
create function markets_check_filed() returns trigger language plpgsql as $$
begin
  if new.pid <> old.pid or new.n < old.n then
    raise exception 'markets: the filed part of a log does not shrink' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger markets_filed_grows before update on markets_filed
  for each row execute function markets_check_filed();

-- A tick may be deleted when a day file holds it and it is 6 hours older than the newest one of its market. The newest
-- filed tick stays until the next day is filed: the heads of that day begin with it.
create or replace function markets_check_pruning() returns trigger language plpgsql as $$
declare
  lost record;
begin
  for lost in select g.pid, max(g.n) as n, max(g.received_ms) as received_ms from gone g group by g.pid loop
    if lost.n >= coalesce((select f.n from markets_filed f where f.pid = lost.pid), 0) then
      raise exception 'markets: a tick younger than its day file is not allowed to be deleted'
        using errcode = 'restrict_violation';
    end if;
    if lost.received_ms >= coalesce((select t.received_ms from markets_tick t where t.pid = lost.pid
        order by t.n desc limit 1), 0) - 21600000 then
      raise exception 'markets: a tick younger than 6 hours is not allowed to be deleted'
        using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end $$;
