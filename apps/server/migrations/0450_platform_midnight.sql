-- Midnights of the business calendar (UTC+1) and how far the run of each has come. The first row is where the calendar
-- was when this table was made; every midnight after it is run, one after the other.
create table platform_midnight (
  at_ms bigint primary key,
  -- Steps of the run that are whole.
  steps_done smallint not null check (steps_done >= 0),
  finished_ms bigint
);
