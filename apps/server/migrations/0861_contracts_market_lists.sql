-- A list of one market takes the first ended orders of that market from the end of an index, in each order that a list may
-- have. Active orders are few (contracts_order_open), so an order gets its entries here only when it ends.
create index contracts_order_market_created on contracts_order (uid, wallet, pid, state, created_ms desc, id desc)
  where state in ('closed', 'cancelled');
create index contracts_order_market_ended on contracts_order (uid, wallet, pid, state, closed_ms desc, id desc)
  where state in ('closed', 'cancelled');
create index contracts_order_market_number on contracts_order (uid, wallet, pid, state, id desc)
  where state in ('closed', 'cancelled');
