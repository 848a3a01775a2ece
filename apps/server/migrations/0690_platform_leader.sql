-- Which of several processes leads: it alone records prices, watches orders and runs jobs. The term goes up whenever
-- another process takes over, and what must not be written by a replaced leader proves its term in its transaction.
create table platform_leader (
  only_row boolean primary key default true check (only_row),
  -- Names this database among those that share a NATS server.
  id uuid not null default gen_random_uuid(),
  term bigint not null default 0,
  -- Until when nobody else may take over, by the clock of the database, which all processes share.
  until_ms bigint not null default 0
);
insert into platform_leader default values;
