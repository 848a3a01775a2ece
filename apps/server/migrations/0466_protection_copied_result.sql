-- What copy orders of a customer came to on a business day, for the own limit of the daily loss; units of 1e-8 USDT.
create table protection_copied_result (
  uid bigint not null,
  day_ms bigint not null,
  amount numeric(38, 0) not null,
  primary key (uid, day_ms)
) with (fillfactor = 80);
