-- Of an order of AI ordering: the run that placed it, also on the parts that are closed of it; and the candle that decided.
alter table contracts_order add column ai_run bigint;
create index contracts_order_ai_run on contracts_order (ai_run, id) where ai_run is not null;
alter table contracts_event add column ai jsonb;
