-- Facts announced inside the transaction that made them true, waiting for their listeners.
create table platform_fact (
  id bigint generated always as identity primary key,
  kind text not null,
  body jsonb not null,
  announced_ms bigint not null,
  -- How often its listeners failed, and when they are told again.
  attempts integer not null default 0,
  retry_ms bigint not null default 0
);

-- Facts whose listeners failed again and again; kept for a person to look at.
create table platform_dead_fact (
  id bigint primary key,
  kind text not null,
  body jsonb not null,
  announced_ms bigint not null,
  failure text not null,
  died_ms bigint not null
);

-- Signatures and idempotency keys seen, with the first answer. `key` is 'sign:…' or 'key:…'.
-- `claim` names the request that holds the key; `executed` is set inside the transaction that did the work,
-- so that a key without it is known to have done nothing. `answer` is text: it must come back as it was sent.
create table platform_answer (
  caller text not null,
  key text not null,
  body_hash text not null,
  claim text not null,
  executed boolean not null default false,
  answer text,
  seen_ms bigint not null,
  primary key (caller, key)
);
create index platform_answer_seen on platform_answer (seen_ms);

-- Small facts about this installation, such as how far practice mode has moved the calendar.
create table platform_state (
  name text primary key,
  value jsonb not null
);
