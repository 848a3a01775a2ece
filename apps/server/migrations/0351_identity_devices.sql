-- Devices from which an account was signed in to: a new one is reported to the customer.
create table identity_device (
  uid bigint not null references identity_customer (uid),
  -- SHA-256 of the header `Device`, which the page keeps, or of the user agent where there is none.
  device_hash text not null,
  -- By the business calendar.
  first_ms bigint not null,
  last_ms bigint not null,
  primary key (uid, device_hash)
);

alter table identity_session
  add column device_hash text,
  -- ISO code of the caller's country as a trusted proxy named it; null where none did.
  add column country text,
  -- The newest call, to about five minutes, by the business calendar.
  add column last_used_ms bigint;
