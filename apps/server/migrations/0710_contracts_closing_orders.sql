-- Closing orders of a position: price (1e-9 USDT) and lots of each, the nearest to the market first.
alter table contracts_order
  add column closing_orders jsonb,
  add constraint contracts_order_closing check (closing_orders is null or status in (1, 2)),
  drop constraint contracts_order_close_reason_check,
  add constraint contracts_order_close_reason_check
    check (close_reason in ('user', 'profit', 'loss', 'limit', 'liquidation', 'ai', 'copy', 'dealing'));
