-- A customer who lost the second factor asks for it to be taken away. It is, seven days later, unless a link in one of
-- the daily letters says no.
create table identity_lost_factor (
  uid bigint primary key references identity_customer (uid),
  -- By the business calendar.
  requested_ms bigint not null,
  until_ms bigint not null,
  next_letter_ms bigint not null
);
create index identity_lost_factor_until on identity_lost_factor (until_ms);
create index identity_lost_factor_letter on identity_lost_factor (next_letter_ms);
