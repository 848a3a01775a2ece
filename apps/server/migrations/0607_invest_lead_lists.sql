-- What the list of leads is filtered by, so that no request values pools or reads trades.

alter table invest_lead
  -- The username in lower case, for those who search by its beginning; empty of a closed account.
  add column name text not null default '';
update invest_lead l set name = lower(c.username) from identity_customer c where c.uid = l.uid and c.username <> 'closed';
create index invest_lead_by_name on invest_lead (name text_pattern_ops);

alter table invest_pool
  -- What may still enter by the newest look, which is at most a minute old; a purchase measures it again.
  add column capacity numeric(38, 0) not null default 0 check (capacity >= 0);
create index invest_pool_open on invest_pool (lead_id) where stopped_ms is null and capacity > 0;

-- Closed positions of a second contract wallet added up, so that a midnight reads only what closed since the one before.
create table invest_lead_trades (
  uid bigint primary key,
  -- Instant of the newest close that is counted, and the closes of the minutes before it: another one may become visible late.
  until_ms bigint not null,
  recent jsonb not null,
  sums jsonb not null
);
-- Positions that were closed in a market.
create table invest_lead_market (
  pid integer not null,
  uid bigint not null,
  closed bigint not null check (closed > 0),
  primary key (pid, uid)
);
