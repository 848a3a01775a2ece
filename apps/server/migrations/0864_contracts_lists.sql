-- Lists of orders read each state from the end of an index, whatever column they are ordered by: by number in place of
-- walking all orders, by the end without those of the other state. The second serves all that used the first
-- of this name.
create index contracts_order_number on contracts_order (uid, wallet, state, id desc);
create index contracts_order_ended on contracts_order (uid, wallet, state, closed_ms desc, id desc)
  where state in ('closed', 'cancelled');
drop index contracts_order_closed;
