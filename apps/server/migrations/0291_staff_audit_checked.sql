-- How far the audit log was found whole, and when it was last read from its first record. Checks in between
-- begin here.
create table staff_audit_checked (
  is_one boolean primary key default true check (is_one),
  -- The newest record that is known to continue an unbroken chain; 0 and zeros before the first.
  n bigint not null,
  hash bytea not null,
  -- By the wall clock.
  whole_ms bigint not null,
  -- The numbers of the first records that reading the whole found broken; empty when there was none.
  broken jsonb not null
);

-- The number is never null any more: asked for without "nulls last", the newest record is found by the index and not
-- by reading the whole log, once for every record that is written.
create or replace function staff_audit_continue() returns trigger language plpgsql as $$
declare
  head staff_audit;
begin
  perform pg_advisory_xact_lock(3500, 1);
  select * into head from staff_audit order by n desc limit 1;
  new.n := coalesce(head.n, 0) + 1;
  new.previous_hash := coalesce(head.hash, decode(repeat('00', 32), 'hex'));
  new.hash := staff_audit_hash(new);
  return new;
end $$;
