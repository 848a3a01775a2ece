-- A tick that came late decides nothing; one that was fetched after a gap of our own settles, but triggers nothing.
alter table markets_tick
  add column late boolean not null default false,
  add column fetched boolean not null default false;
alter table markets_kept_tick
  add column late boolean not null default false,
  add column fetched boolean not null default false;
