-- Deposits by every way: a gateway outside, and transfers on a chain that a customer reports.
alter table funding_deposit
  alter column page_id drop not null,
  -- Null: it waits without an end, for a chain, for staff, or for a payment that was seen but is not final.
  alter column expires_ms drop not null,
  -- What really arrived so far, USDT in units of 1e-8; null until something did.
  add column credited numeric(38, 0) check (credited > 0),
  -- By the business calendar; staff found that nothing had arrived.
  add column rejected_ms bigint,
  -- What staff told the customer.
  add column remark text;
update funding_deposit set credited = amount where paid_ms is not null;

-- Money that arrived for a deposit, each arrival once for ever. Rows are never changed or deleted.
create table funding_arrival (
  -- The key under which the ledger counts it once.
  key text primary key,
  deposit_id bigint not null references funding_deposit (id),
  amount numeric(38, 0) not null check (amount > 0),
  -- By the business calendar.
  credited_ms bigint not null
);
create index funding_arrival_deposit on funding_arrival (deposit_id);
insert into funding_arrival (key, deposit_id, amount, credited_ms)
  select 'deposit:' || id, id, amount, paid_ms from funding_deposit where paid_ms is not null;

create function funding_refuse_arrival_change() returns trigger language plpgsql as $$
begin
  raise exception 'funding: % of % is not allowed', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger funding_arrival_stays before update or delete on funding_arrival
  for each row execute function funding_refuse_arrival_change();
create trigger funding_arrival_whole before truncate on funding_arrival
  for each statement execute function funding_refuse_arrival_change();

-- The online ways to deposit, as the operator has them. What carries them out is named by `adapter`.
create table funding_channel (
  code text primary key check (code ~ '^[a-z0-9_-]{1,32}$'),
  name text not null check (length(name) between 1 and 60),
  adapter text not null check (adapter in ('sandbox', 'btcpay')),
  least numeric(38, 0) not null check (least > 0),
  most numeric(38, 0) not null check (most >= least),
  -- Amounts offered as buttons: a comma list of USDT.
  options text not null,
  is_on boolean not null,
  place integer not null
);
insert into funding_channel (code, name, adapter, least, most, options, is_on, place) values
  ('sandbox', 'Practice gateway', 'sandbox', 1000000000, 5000000000000,
    '100,500,1000,5000,10000,50000', true, 1),
  ('btcpay', 'Bitcoin and Lightning', 'btcpay', 1000000000, 5000000000000,
    '100,500,1000,5000,10000', true, 2);

-- Invoices at the payment gateway (BTCPay Server).
create table funding_invoice (
  deposit_id bigint primary key references funding_deposit (id),
  invoice_id text not null unique,
  checkout_url text not null,
  -- Units of the invoice's currency for one USDT when it was made, 1e-8.
  per_usdt numeric(38, 0) not null check (per_usdt > 0),
  -- As the gateway last said: New, Processing, Settled, Expired, Invalid, and why.
  state text not null,
  why text not null,
  -- Until when the gateway watches for payments, epoch milliseconds.
  watched_ms bigint not null,
  -- When it is asked next, by the wall clock; null: nothing more can come.
  due_ms bigint,
  asked_ms bigint,
  tries integer not null
);
create index funding_invoice_due on funding_invoice (due_ms) where due_ms is not null;

-- Calls of the gateway that were heard: each counts once.
create table funding_delivery (
  delivery_id text primary key,
  invoice_id text not null,
  type text not null,
  heard_ms bigint not null
);
create index funding_delivery_heard on funding_delivery (heard_ms);

-- Addresses of customers, derived from an extended public key. An index is given once and kept for ever.
create table funding_address (
  network smallint not null check (network in (1001, 1002)),
  -- Which extended public key: a fingerprint.
  key_id text not null,
  uid bigint not null references identity_customer (uid),
  place integer not null check (place >= 0),
  address text not null,
  since_ms bigint not null,
  primary key (network, key_id, uid),
  unique (network, key_id, place),
  unique (network, address)
);
create index funding_address_uid on funding_address (uid, network);
create trigger funding_address_stays before update or delete on funding_address
  for each row execute function funding_refuse_arrival_change();

-- Transfers on a chain as customers reported them, and what the chain says.
create table funding_transfer (
  deposit_id bigint primary key references funding_deposit (id),
  network smallint not null check (network in (1001, 1002)),
  -- Without blanks, in small letters.
  hash text not null,
  -- The address that was shown to pay to.
  paid_to text not null,
  -- As the customer told it.
  paid_from text,
  -- The customer's own words for staff: price shown, way, remark.
  told jsonb not null,
  upload_id bigint,
  is_rejected boolean not null default false,
  finding text not null,
  -- What arrived at the customer's addresses, USDT in units of 1e-8.
  arrived numeric(38, 0),
  -- Who sent it, as the chain says.
  sender text,
  confirmations integer,
  block bigint,
  -- When the chain is asked next, by the wall clock; null: no chain is asked.
  due_ms bigint,
  asked_ms bigint,
  tries integer not null
);
-- A hash counts once: for one person, until staff have found that nothing came of it.
create unique index funding_transfer_hash on funding_transfer (network, hash) where not is_rejected;
create index funding_transfer_due on funding_transfer (due_ms) where due_ms is not null;

-- First-deposit bonuses that were claimed: one for each customer, for ever.
create table funding_bonus (
  uid bigint primary key references identity_customer (uid),
  deposit_id bigint not null unique references funding_deposit (id),
  amount numeric(38, 0) not null check (amount > 0),
  claimed_ms bigint not null
);
create trigger funding_bonus_stays before update or delete on funding_bonus
  for each row execute function funding_refuse_arrival_change();
