-- Signed receipts: of each ledger transaction one per customer it touches, chained per customer. The text is rebuilt from
-- the ledger on every read; hash and signature are kept.
create table trust_receipt (
  uid bigint not null,
  transaction_id bigint not null,
  -- Business time of the transaction.
  at_ms bigint not null,
  -- Hash of this customer's receipt before; 32 zero bytes first.
  previous bytea not null check (length(previous) = 32),
  hash bytea not null check (length(hash) = 32),
  signature bytea not null check (length(signature) = 64),
  keyid text not null,
  primary key (uid, transaction_id)
);
-- No receipt has two after it.
create unique index trust_receipt_once on trust_receipt (uid, previous);
create index trust_receipt_period on trust_receipt (uid, at_ms);
create index trust_receipt_transaction on trust_receipt (transaction_id);
create trigger trust_receipt_stays before update or delete or truncate on trust_receipt
  for each statement execute function trust_refuse_change();

-- Up to which ledger transaction receipts are made. Whoever makes them holds this row.
create table trust_receipt_progress (
  only_row boolean primary key default true check (only_row),
  transaction_id bigint not null check (transaction_id >= 0)
);
insert into trust_receipt_progress (transaction_id) values (0);
create function trust_receipts_go_on() returns trigger language plpgsql as $$
begin
  if new.transaction_id < old.transaction_id then
    raise exception 'trust: receipts do not go back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger trust_receipt_progress_goes_on before update on trust_receipt_progress
  for each row execute function trust_receipts_go_on();
create trigger trust_receipt_progress_stays before delete or truncate on trust_receipt_progress
  for each statement execute function trust_refuse_change();
