-- What a working console needs of its accounts: a second factor, invitations instead of handed-out passwords,
-- freezing, counted failures, what waits for a second manager, and an audit log that is a chain.
alter table staff_member
  -- Null from an invitation until its owner has chosen one.
  alter column password_hash drop not null,
  -- Frozen at this instant; signing in is refused while it is set.
  add column frozen_ms bigint;

create table staff_totp (
  staff_id bigint primary key references staff_member (id),
  -- Sealed with the secret of the installation.
  secret text not null,
  started_ms bigint not null,
  -- The second factor is on from here; a secret without it is only being set up.
  confirmed_ms bigint,
  -- The time step of the newest code that counted; it and those before never count again.
  last_step bigint not null default 0
);

-- One link per member by which a password is chosen; only its owner ever knows the password.
create table staff_invitation (
  staff_id bigint primary key references staff_member (id),
  code_hash text not null unique,
  -- By the business calendar.
  expires_ms bigint not null
);

-- How often somebody failed to sign in since a window began. Keys hold no address.
create table staff_try (
  key text primary key,
  started_ms bigint not null,
  last_ms bigint not null,
  count integer not null
);

-- What one manager asked for and a second one has to ask for too. An ended one stays, with how it ended.
create table staff_proposal (
  id bigint generated always as identity primary key,
  action text not null,
  target text not null,
  -- What exactly; a second manager agrees by asking for exactly the same.
  wish jsonb not null,
  staff_id bigint not null references staff_member (id),
  at_ms bigint not null,
  ended_ms bigint,
  ended_as text check (ended_as in ('agreed', 'replaced', 'dropped', 'expired')),
  ended_by bigint references staff_member (id),
  check ((ended_ms is null) = (ended_as is null) and (ended_ms is null) = (ended_by is null)),
  -- The rule of four eyes, kept by the database too.
  check (ended_as is distinct from 'agreed' or ended_by <> staff_id)
);
create unique index staff_proposal_open on staff_proposal (action, target) where ended_ms is null;

-- The audit log as a chain: each record carries the hash of the one before, so nothing can be changed, taken
-- out or put in behind the back of whoever wrote a hash down.
alter table staff_audit
  add column n bigint,
  add column previous_hash bytea,
  add column hash bytea;

-- A field on a line of its own; nothing is told from everything, and no field can pretend to be two.
create function staff_audit_line(value text) returns text language sql immutable as $$
  select case when value is null then '-'
    else '=' || replace(replace(value, '\', '\\'), chr(10), '\n') end
$$;

-- The canonical text of a record is its fields in this order, one per line; its hash is SHA-256 over the hash of
-- the record before, a line break, and that text.
create function staff_audit_hash(r staff_audit) returns bytea language sql immutable as $$
  select sha256(convert_to(concat_ws(chr(10),
    encode(r.previous_hash, 'hex'),
    staff_audit_line(r.n::text), staff_audit_line(r.at_ms::text), staff_audit_line(r.staff_id::text),
    staff_audit_line(r.action), staff_audit_line(r.target),
    staff_audit_line(r.before::text), staff_audit_line(r.after::text),
    staff_audit_line(r.ip), staff_audit_line(r.user_agent)), 'UTF8'))
$$;

-- Writers follow each other until they commit; readers wait for nobody.
create function staff_audit_continue() returns trigger language plpgsql as $$
declare
  head staff_audit;
begin
  perform pg_advisory_xact_lock(3500, 1);
  select * into head from staff_audit order by n desc nulls last limit 1;
  new.n := coalesce(head.n, 0) + 1;
  new.previous_hash := coalesce(head.hash, decode(repeat('00', 32), 'hex'));
  new.hash := staff_audit_hash(new);
  return new;
end $$;

-- What was written before there was a chain is chained in the order it was written.
alter table staff_audit disable trigger staff_audit_no_change;
do $$
declare
  r staff_audit;
  last bytea := decode(repeat('00', 32), 'hex');
  counted bigint := 0;
begin
  for r in select * from staff_audit order by id loop
    counted := counted + 1;
    r.n := counted;
    r.previous_hash := last;
    last := staff_audit_hash(r);
    update staff_audit set n = counted, previous_hash = r.previous_hash, hash = last where id = r.id;
  end loop;
end $$;
alter table staff_audit enable trigger staff_audit_no_change;

alter table staff_audit
  alter column n set not null,
  alter column previous_hash set not null,
  alter column hash set not null,
  add constraint staff_audit_n unique (n);

create trigger staff_audit_chained before insert on staff_audit
  for each row execute function staff_audit_continue();
