-- Which process reads the source of prices, where that is not the one that leads: the same lease as that of the leader.
create table platform_market_leader (
  only_row boolean primary key default true check (only_row),
  term bigint not null default 0,
  until_ms bigint not null default 0,
  backend integer
);
insert into platform_market_leader default values;
