-- Coins sold for USDT and money sent to other customers; the causes of their journal lines.
create table wallets_sale (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  -- The wallet the coins were in, and which the USDT went into.
  place text not null check (place in ('wallet', 'coin')),
  pid bigint not null,
  -- Coins in units of 1e-8, the best bid in units of 1e-9, USDT in units of 1e-8.
  amount numeric(38, 0) not null check (amount > 0),
  rate numeric(38, 0) not null check (rate > 0),
  received numeric(38, 0) not null check (received > 0),
  -- The tick that made the rate, as evidence.
  tick jsonb not null,
  made_ms bigint not null,
  check (received = div(amount * rate, 1000000000))
);
create index wallets_sale_uid on wallets_sale (uid, id);

create table wallets_sending (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  to_uid bigint not null references identity_customer (uid),
  amount numeric(38, 0) not null check (amount > 0),
  made_ms bigint not null,
  check (uid <> to_uid)
);
create index wallets_sending_uid on wallets_sending (uid, id);
create index wallets_sending_to_uid on wallets_sending (to_uid, id);

-- How often a customer asked who somebody is, against trying out accounts.
create table wallets_question (
  uid bigint primary key references identity_customer (uid),
  window_ms bigint not null,
  asked integer not null
);

-- What was moved is not changed afterwards.
create function wallets_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'wallets: % of % is not allowed', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger wallets_sale_append_only before update or delete or truncate on wallets_sale
  for each statement execute function wallets_refuse_change();
create trigger wallets_sending_append_only before update or delete or truncate on wallets_sending
  for each statement execute function wallets_refuse_change();
create trigger wallets_transfer_append_only before update or delete or truncate on wallets_transfer
  for each statement execute function wallets_refuse_change();
