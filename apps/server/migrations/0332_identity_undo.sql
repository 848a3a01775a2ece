-- What a link in a letter undoes, once: a changed address, or the taking away of second factors.
create table identity_undo (
  -- SHA-256 of the token; the token itself stands in the letter alone.
  token_hash text primary key,
  uid bigint not null references identity_customer (uid),
  kind text not null check (kind in ('email', 'phone', 'lostFactor', 'signIn')),
  -- The address before a change; null for the other kinds.
  old_address text,
  -- By the business calendar.
  created_ms bigint not null,
  until_ms bigint not null,
  used_ms bigint
);
create index identity_undo_uid on identity_undo (uid);
create index identity_undo_old_address on identity_undo (old_address) where used_ms is null;

-- What pauses sending to others and digital withdrawals, by the business calendar.
alter table identity_customer
  add column pause_until_ms bigint,
  add column pause_reason text check (pause_reason in ('changed_password', 'changed_address', 'new_device')),
  add constraint identity_customer_pause_is_whole check ((pause_until_ms is null) = (pause_reason is null));
update identity_customer
set pause_reason = 'changed_password',
  pause_until_ms = greatest(password_changed_ms, withdraw_password_changed_ms) + 86400000
where password_changed_ms is not null or withdraw_password_changed_ms is not null;
