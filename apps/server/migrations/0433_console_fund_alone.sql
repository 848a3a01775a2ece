-- What one manager alone moved within 24 hours of the business calendar counts towards the threshold of the next movement.
alter table console_fund
  add column is_alone boolean not null default true,
  add column business_ms bigint;
create index console_fund_recent on console_fund (reserve, direction, (coalesce(business_ms, at_ms))) where is_alone;
