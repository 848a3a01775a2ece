-- The tick that settles an option has a higher number than the one it was accepted at; else the option is void.
-- Settled ones are history, which nobody changes: they keep 0.
alter table options_order add column entry_n bigint not null default 0;
update options_order o set entry_n = (e.tick->>'n')::bigint
  from options_event e where o.status = 0 and e.order_id = o.id and e.kind = 'placed';
alter table options_order alter column entry_n drop default;
