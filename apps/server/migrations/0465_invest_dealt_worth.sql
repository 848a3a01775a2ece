-- Balance and unrealized result of a pool right after its newest dealing, at its ticks: what the claims of its followers
-- are measured by. A pool that was dealt before is taken to be worth its claims.
alter table invest_pool add column dealt_worth numeric(38, 0) not null default 0;
update invest_pool set dealt_worth = floor(units * unit_price / 1000000000);
