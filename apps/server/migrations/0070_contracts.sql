-- Leveraged positions. Quantities are units of 1e-8 coins, prices 1e-9 USDT, money 1e-8 USDT.

create table contracts_order (
  id bigint generated always as identity primary key,
  -- A partial close makes a closed order of its own; this names the order it was taken from.
  parent_id bigint references contracts_order (id),
  uid bigint not null,
  -- 1 the contract wallet, 2 the second one
  levertype smallint not null check (levertype in (1, 2)),
  pid integer not null,
  -- 1 buy, 2 sell
  type smallint not null check (type in (1, 2)),
  leverage integer not null check (leverage >= 1),
  lots bigint not null check (lots > 0),
  quantity numeric(38, 0) not null check (quantity > 0),
  open_price numeric(38, 0) not null check (open_price > 0),
  margin numeric(38, 0) not null check (margin >= 0),
  open_fee numeric(38, 0) not null check (open_fee >= 0),
  close_fee numeric(38, 0) check (close_fee >= 0),
  close_price numeric(38, 0) check (close_price > 0),
  -- Before fees.
  profit numeric(38, 0),
  close_reason text check (close_reason in ('user', 'profit', 'loss', 'liquidation', 'ai')),
  -- 0 pending, 1 holding, 2 closing, 3 closed, 4 revoked
  status smallint not null check (status between 0 and 4),
  created_ms bigint not null,
  opened_ms bigint not null,
  closed_ms bigint,
  constraint contracts_order_closed_is_whole check (
    (status = 3) = (close_price is not null)
    and (status = 3) = (profit is not null)
    and (status = 3) = (close_fee is not null)
    and (status = 3) = (close_reason is not null)
    and (status = 3) = (closed_ms is not null)
  )
);
create index contracts_order_list on contracts_order (uid, levertype, status, created_ms desc, id desc);
create index contracts_order_open on contracts_order (uid, levertype) where status in (0, 1, 2);

-- All open positions of one market together: what the house could owe. Costs are quantity × price, undivided.
create table contracts_exposure (
  pid integer primary key,
  long_quantity numeric(38, 0) not null default 0 check (long_quantity >= 0),
  long_cost numeric(38, 0) not null default 0 check (long_cost >= 0),
  short_quantity numeric(38, 0) not null default 0 check (short_quantity >= 0),
  short_cost numeric(38, 0) not null default 0 check (short_cost >= 0)
);

-- What happened to an order, with the tick that caused it and the money it moved: the receipt.
create table contracts_event (
  id bigint generated always as identity primary key,
  order_id bigint not null references contracts_order (id),
  kind text not null check (kind in ('opened', 'closed', 'closedPart')),
  at_ms bigint not null,
  rule text not null,
  price numeric(38, 0) not null,
  lots bigint not null,
  margin numeric(38, 0) not null,
  fee numeric(38, 0) not null,
  profit numeric(38, 0) not null,
  insurance numeric(38, 0) not null,
  transaction_id bigint not null,
  tick jsonb not null
);
create index contracts_event_order on contracts_event (order_id, id);
create unique index contracts_event_once on contracts_event (order_id, kind) where kind in ('opened', 'closed');

create function contracts_keep_evidence() returns trigger language plpgsql as $$
begin
  raise exception 'contracts: evidence is never changed' using errcode = 'restrict_violation';
end $$;
create trigger contracts_event_append_only before update or delete or truncate on contracts_event
  for each statement execute function contracts_keep_evidence();
