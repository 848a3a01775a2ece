-- A limit order may expire: it fills only at a tick received before that instant, and is cancelled after it.
alter table contracts_order
  add column expires_ms bigint,
  add constraint contracts_order_expires check (expires_ms is null or status in (0, 4));
-- What the receipt tells of it, so that it can be checked from the tick log whatever was amended later.
alter table contracts_event
  add column expires_ms bigint,
  add constraint contracts_event_expires check (expires_ms is null or kind in ('placed', 'amended'));
-- Few orders expire; the check of all books reads only those.
create index contracts_event_expiry on contracts_event (order_id)
  where expires_ms is not null or rule = 'revokedExpired';
