-- A stop order rests until the market gets to its trigger price, which is its open_price, from the side on which it was.
alter table contracts_order
  add column entry_trigger text check (entry_trigger in ('rises', 'falls')),
  add constraint contracts_order_triggers check (entry_trigger is null or status in (0, 4));
