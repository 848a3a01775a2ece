-- Copy orders that wait can be asked for and refunded as often as wanted; what reads the orders of a customer leaves them out.
create index invest_order_kept on invest_order (uid, id) where state <> 'refunded';
-- Pages of a customer's orders by their end.
create index invest_order_by_end on invest_order (uid, ends_ms desc, id desc);
create index invest_order_by_id on invest_order (uid, id desc);
-- Followers of a copy product: visitors see how many there are, dealings take all of them.
create index invest_order_of_copy on invest_order (product_id, uid, id)
  where method = 'copy' and state in ('waiting', 'running');
-- All copy orders of a product there ever were, for the record of its lead.
create index invest_order_copied on invest_order (product_id) where method = 'copy' and state not in ('waiting', 'refunded');
