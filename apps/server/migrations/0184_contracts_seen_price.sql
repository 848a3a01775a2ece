-- The price that a customer saw, or asked for, when an order was opened at once: a fill is held against it.
alter table contracts_event add column seen_price numeric(38, 0);
