-- Of an order that filled at the worse of two ticks: both, when it was accepted, and the window in milliseconds.
alter table contracts_event add column entry jsonb;
