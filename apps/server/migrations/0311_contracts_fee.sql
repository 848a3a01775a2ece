-- An order keeps the fee rate at which it was accepted, for opening, for its hold and for closing.
alter table contracts_order
  -- 500 is the rate every order was charged until now.
  add column fee_rate_ppm integer not null default 500 check (fee_rate_ppm between 0 and 1000000);
alter table contracts_order alter column fee_rate_ppm drop default;
