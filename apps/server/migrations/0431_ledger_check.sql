-- State of the check of the ledger. One row: up to which number everything was checked, and what was found broken. While
-- something is broken, new risk, transfers to other customers and withdrawals are refused, also after a restart.
create table ledger_check (
  only_row boolean primary key default true check (only_row),
  -- Per series, the number up to which every committed row was checked.
  checked jsonb not null,
  -- Per series, the newest number when the last round began, and the transaction id that no transaction of that time
  -- reaches: once all older transactions have ended, no lower number can become visible any more.
  newest jsonb not null,
  horizon text,
  checked_ms bigint,
  whole_ms bigint not null,
  -- Broken invariants with examples; empty when the ledger is sound.
  broken jsonb not null,
  since_ms bigint,
  check ((jsonb_array_length(broken) = 0) = (since_ms is null))
);

-- Every suspension there was, with its reasons.
create table ledger_suspension (
  id bigint generated always as identity primary key,
  at_ms bigint not null,
  is_suspended boolean not null,
  broken jsonb not null
);
create trigger ledger_suspension_append_only before update or delete or truncate on ledger_suspension
  for each statement execute function ledger_refuse_change();
