-- Which process wrote a tick log: records in the same hash chain and under the same numbers as its ticks.
create table markets_writer (
  pid bigint not null references markets_product,
  n bigint not null check (n > 0),
  event text not null check (event in ('start', 'stop', 'takeover')),
  -- Names one run of a process.
  writer text not null,
  at_ms bigint not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (pid, n)
);
create trigger markets_writer_stays before update or delete or truncate on markets_writer
  for each statement execute function markets_refuse_change();
