-- Staff set the fee rate of contracts per product, in parts per million of the notional.
alter table markets_product
  -- 500 is the rate every product had until now.
  add column fee_rate_ppm integer not null default 500 check (fee_rate_ppm between 0 and 2000);
alter table markets_product alter column fee_rate_ppm drop default;
