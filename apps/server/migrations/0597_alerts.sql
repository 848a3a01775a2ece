-- Open price alerts. One that is reached is deleted in the transaction that posts its notice.
create table alerts_alert (
  id bigint generated always as identity primary key,
  uid bigint not null,
  pid bigint not null references markets_product,
  side text not null check (side in ('above', 'below')),
  price numeric(38, 0) not null check (price > 0),
  -- Number of the newest tick when it was set; later ones count.
  after_n bigint not null,
  created_ms bigint not null
);
create index alerts_alert_customer on alerts_alert (uid, id);
create index alerts_alert_market on alerts_alert (pid, id);

-- The tick of a market up to which every alert is judged and every notice posted.
create table alerts_judged (
  pid bigint primary key references markets_product,
  n bigint not null,
  received_ms bigint not null
);
