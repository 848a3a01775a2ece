-- A file of withdrawals handed to the operator's own signer. The file itself is made again from its rows.
create table funding_batch (
  id bigint generated always as identity primary key,
  way text not null check (way in ('bank', '1001', '1002')),
  format text not null check (format in ('csv', 'jsonl')),
  staff_id bigint not null references staff_member (id),
  -- By the business calendar.
  made_ms bigint not null,
  count int not null check (count > 0),
  -- What is paid out, fees taken off; units of 0.00000001 USDT.
  total numeric(38, 0) not null check (total > 0),
  -- SHA-256 of the file, hex: whoever records what was sent shows that it was this file.
  checksum text not null
);

create table funding_withdrawal (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  way text not null check (way in ('bank', '1001', '1002')),
  -- What left the wallet, and the part of it that is the platform fee; units of 0.00000001 USDT.
  amount numeric(38, 0) not null check (amount > 0),
  fee numeric(38, 0) not null check (fee >= 0 and fee < amount),
  -- Where the money goes, as it was on file at the request: encrypted, and as others may see it.
  destination text not null,
  summary text not null,
  userremark text not null,
  state text not null
    check (state in ('waiting', 'approved', 'sending', 'sent', 'rejected', 'cancelled')),
  -- Managers who must approve, as the setting said at the request.
  needed smallint not null check (needed in (1, 2)),
  -- Why it waits, and the text to it; null once nothing but the sending is left.
  reason text check (
    reason in ('new_address', 'changed_password', 'amount_review', 'network_congestion', 'legal_order')
  ),
  reason_text text,
  -- By the business calendar. The deadline is fixed by the request and can never be moved.
  created_ms bigint not null,
  deadline_ms bigint not null check (deadline_ms = created_ms + 86400000),
  ended_ms bigint,
  rejection text check (
    rejection in ('bad_address', 'name_mismatch', 'sanctions', 'legal_order', 'fraud_suspected')
  ),
  remark text,
  batch_id bigint references funding_batch (id),
  -- The transaction hash, or the reference of the bank transfer.
  proof text,
  check ((ended_ms is not null) = (state in ('sent', 'rejected', 'cancelled'))),
  check ((proof is not null) = (state = 'sent')),
  check ((rejection is not null) = (state = 'rejected')),
  check (state <> 'rejected' or remark is not null),
  check (batch_id is not null or state not in ('sending', 'sent')),
  check (reason <> 'legal_order' or reason_text is not null)
);
create index funding_withdrawal_uid on funding_withdrawal (uid, id);
create index funding_withdrawal_waiting on funding_withdrawal (created_ms) where state = 'waiting';
create index funding_withdrawal_approved on funding_withdrawal (way, id) where state = 'approved';
create index funding_withdrawal_unsent on funding_withdrawal (deadline_ms) where state in ('approved', 'sending');
create index funding_withdrawal_batch on funding_withdrawal (batch_id) where batch_id is not null;
create index funding_withdrawal_created on funding_withdrawal (created_ms);
-- A transaction pays one withdrawal, once for ever.
create unique index funding_withdrawal_proof on funding_withdrawal (way, proof);

-- What a withdrawal is about never changes, an ended one never moves again; only whose it was can be taken away.
create function funding_withdrawal_keeps() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.uid, new.way, new.amount, new.fee, new.needed, new.created_ms, new.deadline_ms)
      = (old.id, old.uid, old.way, old.amount, old.fee, old.needed, old.created_ms, old.deadline_ms)
    and (old.ended_ms is null
      or (new.state, new.ended_ms) = (old.state, old.ended_ms)
        and (new.proof, new.rejection, new.batch_id)
          is not distinct from (old.proof, old.rejection, old.batch_id)) then
    return new;
  end if;
  raise exception 'funding: this % of a withdrawal is not allowed', lower(tg_op)
    using errcode = 'restrict_violation';
end $$;
create trigger funding_withdrawal_stays before update or delete on funding_withdrawal
  for each row execute function funding_withdrawal_keeps();

-- Every step of every withdrawal, for ever: who made it, why, and when (business calendar).
create table funding_withdrawal_event (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null references funding_withdrawal (id),
  event text not null
    check (event in ('requested', 'held', 'approved', 'exported', 'sent', 'rejected', 'cancelled')),
  reason text,
  -- Null: the customer.
  staff_id bigint references staff_member (id),
  at_ms bigint not null
);
create index funding_withdrawal_event_of on funding_withdrawal_event (withdrawal_id, id);

create function funding_withdrawal_event_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the steps of withdrawals are append-only' using errcode = 'restrict_violation';
end $$;
create trigger funding_withdrawal_event_no_change before update or delete or truncate on funding_withdrawal_event
  for each statement execute function funding_withdrawal_event_is_append_only();
