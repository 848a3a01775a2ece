-- Since when the process that holds a lease reaches no other process, null while it does: a standby that does may take over
-- although the lease is renewed.
alter table platform_leader add column cut_off_since_ms bigint;
alter table platform_market_leader add column cut_off_since_ms bigint;
