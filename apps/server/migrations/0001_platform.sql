-- Facts announced inside the transaction that made them true, waiting for their listeners.
create table platform_fact (
  id bigint generated always as identity primary key,
  kind text not null,
  body jsonb not null,
  announced_ms bigint not null
);

-- Signatures and idempotency keys seen, with the first answer. `key` is 'sign:…' or 'key:…'.
create table platform_answer (
  caller text not null,
  key text not null,
  body_hash text not null,
  answer jsonb,
  seen_ms bigint not null,
  primary key (caller, key)
);
create index platform_answer_seen on platform_answer (seen_ms);

-- Small facts about this installation, such as how far practice mode has moved the calendar.
create table platform_state (
  name text primary key,
  value jsonb not null
);
