-- Up to which tick of each market everything that was reached is settled. Whoever takes over watching prices looks at
-- the ticks of the log after it, so that an order that was reached is decided even when its engine was killed.
create table contracts_settled_tick (
  pid bigint primary key,
  n bigint not null
);
