-- Who works here, their sessions, and what they did.
create table staff_member (
  id bigint generated always as identity primary key,
  email text not null unique,
  name text not null,
  role text not null check (role in ('service', 'manager')),
  password_hash text not null,
  created_ms bigint not null
);

create table staff_session (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member (id),
  token_hash text not null unique,
  -- All by the business calendar.
  expires_ms bigint not null,
  seen_ms bigint not null,
  ended_ms bigint,
  ended_by text check (ended_by in ('staff', 'house')),
  ip text not null,
  user_agent text not null,
  check ((ended_ms is null) = (ended_by is null))
);
create index staff_session_staff on staff_session (staff_id);

-- Every staff call that did or tried something: who, what, on what, before, after, from where.
create table staff_audit (
  id bigint generated always as identity primary key,
  at_ms bigint not null,
  -- Null when nobody was signed in, such as at a refused login.
  staff_id bigint references staff_member (id),
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  ip text not null,
  user_agent text not null
);
create index staff_audit_staff on staff_audit (staff_id, id);

create function staff_audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger staff_audit_no_change before update or delete or truncate on staff_audit
  for each statement execute function staff_audit_is_append_only();
