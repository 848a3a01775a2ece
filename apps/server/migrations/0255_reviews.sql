-- Who of the staff is at an item of the queue just now; a row whose time is over means nobody.
create table reviews_take (
  kind text not null,
  item_id bigint not null,
  staff_id bigint not null references staff_member (id),
  -- By the wall clock.
  until_ms bigint not null,
  primary key (kind, item_id)
);

-- Who decided what, for ever. Nobody approves the same item twice, nor rejects it twice.
create table reviews_decision (
  id bigint generated always as identity primary key,
  kind text not null,
  item_id bigint not null,
  staff_id bigint not null references staff_member (id),
  decision text not null check (decision in ('approve', 'reject')),
  remark text not null,
  -- By the business calendar.
  decided_ms bigint not null,
  unique (kind, item_id, staff_id, decision)
);

create function reviews_decision_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'decisions are append-only' using errcode = 'restrict_violation';
end $$;
create trigger reviews_decision_no_change before update or delete or truncate on reviews_decision
  for each statement execute function reviews_decision_is_append_only();
