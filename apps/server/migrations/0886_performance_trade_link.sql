-- Public links of closed trades: one for a trade, until its owner ends it. The token is stored as it is, because whoever reads this
-- table can read the receipts as well, and because the owner is shown the link again.
create table performance_trade_link (
  uid bigint not null,
  kind text not null check (kind in ('contract', 'option')),
  order_id bigint not null,
  token text not null unique check (length(token) >= 22),
  created_ms bigint not null,
  primary key (uid, kind, order_id)
);
