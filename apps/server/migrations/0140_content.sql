-- What staff change while the house is open. A setting without a row has its fallback.
create table content_setting (
  key text primary key,
  -- As the wire writes it; checked against its kind and range before it is kept.
  value text not null,
  changed_ms bigint not null
);

-- Every change there ever was.
create table content_setting_change (
  id bigint generated always as identity primary key,
  key text not null,
  before text not null,
  after text not null,
  staff_id bigint not null references staff_member (id),
  at_ms bigint not null
);
create index content_setting_change_key on content_setting_change (key, id);

create function content_keep_history() returns trigger language plpgsql as $$
begin
  raise exception 'content: the history of settings is append-only' using errcode = 'restrict_violation';
end $$;
create trigger content_setting_change_append_only before update or delete or truncate on content_setting_change
  for each statement execute function content_keep_history();
