-- What a customer drew on the chart of a market, as the page wrote it: one JSON text per customer and market.
create table drawings_chart (
  uid bigint not null references identity_customer (uid),
  pid bigint not null,
  value text not null check (octet_length(value) <= 65536),
  -- By the wall clock.
  saved_ms bigint not null,
  primary key (uid, pid)
);
