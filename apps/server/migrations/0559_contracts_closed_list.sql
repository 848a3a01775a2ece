-- The list of closed orders by when they closed, which a page shows; written once, when an order closes.
create index contracts_order_closed on contracts_order (uid, levertype, closed_ms desc, id desc) where status in (3, 4);
