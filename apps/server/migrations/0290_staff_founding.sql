-- How a live house comes to its first two managers. There is one row at most, and what happened stays so.
create table staff_founding (
  is_one boolean primary key default true check (is_one),
  -- Whom the operator's command invited last.
  founder_id bigint references staff_member (id),
  -- From here on the command does nothing any more.
  joined_ms bigint,
  -- A second manager joined: from here on the rule of four eyes has no exception.
  ended_ms bigint,
  check (joined_ms is null or founder_id is not null),
  check (ended_ms is null or joined_ms is not null)
);

create function staff_founding_goes_on() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'how a house was founded stays on record';
  end if;
  if (old.joined_ms is not null and (new.joined_ms, new.founder_id) is distinct from (old.joined_ms, old.founder_id))
    or (old.ended_ms is not null and new.ended_ms is distinct from old.ended_ms) then
    raise exception 'a house is founded once';
  end if;
  return new;
end $$;
create trigger staff_founding_once before update or delete on staff_founding
  for each row execute function staff_founding_goes_on();
create trigger staff_founding_stays before truncate on staff_founding
  for each statement execute function staff_founding_goes_on();
