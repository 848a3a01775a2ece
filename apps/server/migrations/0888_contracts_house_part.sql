-- Parts of the house account, each for one of the engines that share the customers: what such an engine decides locks the rows
-- of its part alone. Money of a part is in accounts trading:n, insurance:n and contractFees:n of the ledger. A part that is not
-- live holds nothing; without a live part the general part is the whole house account.
create table contracts_house_part (
  part integer primary key check (part >= 0),
  is_live boolean not null default false,
  -- Until when an engine uses it, by the clock of the database.
  until_ms bigint not null
) with (fillfactor = 50);

-- What a part has of the open positions of a market: the difference to contracts_exposure, below zero where more was closed in
-- it than opened.
create table contracts_exposure_part (
  part integer not null,
  pid integer not null,
  long_quantity numeric(38, 0) not null default 0,
  long_cost numeric(38, 0) not null default 0,
  short_quantity numeric(38, 0) not null default 0,
  short_cost numeric(38, 0) not null default 0,
  primary key (part, pid)
) with (fillfactor = 50);

-- One row: how often parts were levelled or gathered, which numbers the transactions, and when they may be levelled next.
create table contracts_levelling (
  one boolean primary key default true check (one),
  number bigint not null default 0,
  not_before_ms bigint not null default 0
);
insert into contracts_levelling default values;
