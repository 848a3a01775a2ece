-- Keys with which a customer's programs call the product.
create table identity_api_key (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  name text not null,
  -- SHA-256 of the key; the key itself is known to its holder alone.
  key_hash text not null unique,
  -- Sealed, because signatures are computed with it; null once the key was removed.
  secret text,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['read', 'trade']),
  -- Addresses and networks it may be used from; empty for all.
  addresses text[] not null,
  -- By the business calendar, as everything about the life of an account.
  created_ms bigint not null,
  expires_ms bigint not null,
  -- The newest call, to about five minutes.
  last_used_ms bigint,
  -- The row stays: the journal names the key by its id.
  removed_ms bigint,
  check ((secret is null) = (removed_ms is not null))
);
create index identity_api_key_customer on identity_api_key (uid) where removed_ms is null;

-- A ticket of the push stream belongs to a session or to a key.
alter table identity_stream_ticket
  alter column session_id drop not null,
  add column api_key_id bigint references identity_api_key (id) on delete cascade,
  add constraint identity_stream_ticket_owner check ((session_id is null) <> (api_key_id is null));
create index identity_stream_ticket_api_key on identity_stream_ticket (api_key_id) where api_key_id is not null;
