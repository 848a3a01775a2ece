-- What each payment to an invoice was valued at, once: the invoice's rate holds for the invoiced amount in time,
-- the lower of that rate and the fresh one for the rest. Rows are never changed or deleted.
create table funding_payment_value (
  -- The ledger key of the part at the invoice's rate; that of the repriced part ends in ':repriced'.
  key text primary key,
  deposit_id bigint not null references funding_deposit (id),
  -- Part of the invoiced amount that the payment covered, units of 1e-36 of the invoice's currency.
  covered numeric(78, 0) not null check (covered >= 0),
  -- USDT in units of 1e-8.
  at_invoice_rate numeric(38, 0) not null check (at_invoice_rate >= 0),
  repriced numeric(38, 0) not null check (repriced >= 0),
  -- Invoice currency for one coin, as the gateway wrote them; the fresh one only where it was needed.
  invoice_rate text not null,
  fresh_rate text,
  received_ms bigint,
  valued_ms bigint not null
);
create index funding_payment_value_deposit on funding_payment_value (deposit_id);

-- Payments credited before this rule were valued at the invoice's rate as a whole.
insert into funding_payment_value
  select a.key, a.deposit_id, a.amount * i.per_usdt * 100000000000000000000::numeric, a.amount, 0, 'unknown', null, null,
    a.credited_ms
  from funding_arrival a join funding_invoice i on i.deposit_id = a.deposit_id;

create trigger funding_payment_value_stays before update or delete on funding_payment_value
  for each row execute function funding_refuse_arrival_change();
create trigger funding_payment_value_whole before truncate on funding_payment_value
  for each statement execute function funding_refuse_arrival_change();
