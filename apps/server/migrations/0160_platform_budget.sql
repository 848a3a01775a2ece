-- How often a call was made by an address or an account since its window began, shared by every process and
-- kept over a restart. The columns and their order are those the limiter's library writes.
create table platform_budget (
  key varchar(255) primary key,
  points integer not null default 0,
  -- When the window ends, epoch milliseconds.
  expire bigint
);
create index platform_budget_expire on platform_budget (expire);
