-- A new SECRET_KEY seals destinations anew, in the list of changes too: nothing but the sealed text may change then, from
-- one key to another.
create or replace function funding_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.sealed = '' and new.summary = '' and new.ip = ''
    and (new.id, new.uid, new.kind, new.changed_ms) = (old.id, old.uid, old.kind, old.changed_ms)
    and new.network is not distinct from old.network then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.sealed ~ '^v2\.[0-9a-f]{8}\.' and old.sealed <> ''
    and substr(new.sealed, 1, 12) <> substr(old.sealed, 1, 12)
    and (new.id, new.uid, new.kind, new.changed_ms, new.summary, new.ip)
      = (old.id, old.uid, old.kind, old.changed_ms, old.summary, old.ip)
    and new.network is not distinct from old.network then
    return new;
  end if;
  raise exception 'funding: % of % is not allowed', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end $$;
