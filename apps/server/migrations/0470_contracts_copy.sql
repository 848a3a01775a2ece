-- Copying of a lead's second contract wallet into pools. A pool is a contract wallet under a number of its own: it has
-- ledger accounts like a customer's, nobody signs in with it, and no call takes it.

create sequence contracts_pool_account as integer minvalue 1001 maxvalue 9999;
create table contracts_pool (
  account integer primary key default nextval('contracts_pool_account') check (account between 1001 and 9999),
  lead_uid bigint not null,
  -- Largest leverage of a copied order.
  max_multiple integer not null check (max_multiple between 1 and 20),
  -- copying: openings of the lead are copied. stopped: nothing new is; closings always are.
  state text not null default 'copying' check (state in ('copying', 'stopped')),
  opened_ms bigint not null
) with (fillfactor = 50);
alter sequence contracts_pool_account owned by contracts_pool.account;
create index contracts_pool_of_lead on contracts_pool (lead_uid, account);

create function contracts_keep_pool() returns trigger language plpgsql as $$
begin
  raise exception 'contracts: a pool keeps its account and its lead' using errcode = 'restrict_violation';
end $$;
create trigger contracts_pool_stays before delete or truncate on contracts_pool
  for each statement execute function contracts_keep_pool();
create trigger contracts_pool_keeps_lead before update on contracts_pool
  for each row when ((old.account, old.lead_uid) is distinct from (new.account, new.lead_uid))
  execute function contracts_keep_pool();

alter table contracts_order
  -- Of an order of a pool: the order of the lead that it copies.
  add column copy_of bigint references contracts_order (id),
  -- Lots that close at the next fresh tick, because they could not at once; null where none have to.
  add column closing_lots bigint check (closing_lots > 0 and closing_lots <= lots),
  -- The closed order of the lead that asked for it; null where the whole pool is closed.
  add column closing_for bigint references contracts_order (id),
  add constraint contracts_order_copies_are_pooled check (copy_of is null or uid between 1001 and 9999),
  add constraint contracts_order_closing_is_copied check (closing_lots is null or copy_of is not null),
  add constraint contracts_order_closing_for_lots check (closing_for is null or closing_lots is not null),
  drop constraint contracts_order_close_reason_check,
  add constraint contracts_order_close_reason_check
    check (close_reason in ('user', 'profit', 'loss', 'liquidation', 'ai', 'copy', 'dealing'));

-- Of an opening: the order of the lead that was copied. Of a closing: the closed order of the lead that caused it.
alter table contracts_event add column copy_of bigint;

-- What became of each order of the lead in each pool, and the parts that closed.
create table contracts_copy (
  account integer not null references contracts_pool (account),
  -- The order of the pool; of a skip a number of the same sequence that no order has.
  id bigint not null,
  -- open: copied. part: a part was closed, an order of its own. close: the lead's close was copied. skip: not copied.
  kind text not null check (kind in ('open', 'part', 'close', 'skip')),
  -- The order of the lead that opened; of a close its closed order. Null of a part that a dealing closed.
  lead_order bigint references contracts_order (id),
  pid integer not null,
  type smallint not null check (type in (1, 2)),
  leverage integer not null,
  lots bigint not null check ((lots = 0) = (kind = 'skip') and lots >= 0),
  lead_price numeric(38, 0),
  price numeric(38, 0),
  -- Balance and unrealized PnL just before the lead's fill, of an open or a skip.
  lead_equity numeric(38, 0),
  pool_equity numeric(38, 0),
  skipped text check (skipped in
    ('leadBelowMinimum', 'leverage', 'tooSmall', 'stale', 'reserve', 'sizeLimit', 'tooManyOrders')),
  is_reduced boolean not null default false,
  -- The tick of the lead's fill.
  tick jsonb,
  at_ms bigint not null,
  primary key (id, kind),
  constraint contracts_copy_skip_has_reason check ((kind = 'skip') = (skipped is not null))
);
create index contracts_copy_list on contracts_copy (account, id) where kind <> 'close';
create trigger contracts_copy_append_only before update or delete or truncate on contracts_copy
  for each statement execute function contracts_keep_evidence();
