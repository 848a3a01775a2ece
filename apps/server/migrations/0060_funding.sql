-- Deposits through online channels.
create table funding_deposit (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  channel text not null,
  -- USDT in units of 1e-8.
  amount numeric(38, 0) not null check (amount > 0),
  -- The unguessable part of the payment page's address.
  page_id text not null unique,
  -- Language of the page.
  lang text not null,
  -- By the business calendar, as every date of a customer's lists.
  created_ms bigint not null,
  -- By the wall clock: the page can be paid until then.
  expires_ms bigint not null,
  -- By the business calendar; null until the ledger has credited it.
  paid_ms bigint
);
create index funding_deposit_uid on funding_deposit (uid, created_ms desc, id desc);
