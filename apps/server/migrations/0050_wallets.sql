-- Transfers between a customer's own wallets; the cause of their journal lines.
create table wallets_transfer (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  from_wallet text not null check (from_wallet in ('contract', 'contract2', 'coin', 'wallet')),
  to_wallet text not null check (to_wallet in ('contract', 'contract2', 'coin', 'wallet')),
  -- USDT in units of 1e-8.
  amount numeric(38, 0) not null check (amount > 0),
  made_ms bigint not null,
  check (from_wallet <> to_wallet)
);
