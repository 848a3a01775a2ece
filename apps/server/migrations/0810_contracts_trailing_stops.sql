-- Trailing stop of a position: its distance (500 USDT or 1.5%), and number and closing side of the tick when it was set.
-- Of an event: the distance, and the best tick of one that was reached.
alter table contracts_order
  add column trailing_stop jsonb,
  drop constraint contracts_order_close_reason_check,
  add constraint contracts_order_close_reason_check check (close_reason in
    ('user', 'profit', 'loss', 'limit', 'trailing', 'liquidation', 'ai', 'copy', 'dealing'));
alter table contracts_event add column trailing_stop jsonb;

-- What the ledger check reads.
create index contracts_order_trailing on contracts_order (id) where trailing_stop is not null;
create index contracts_event_trailing on contracts_event (order_id, id) where trailing_stop is not null;
