-- Keys of the house and what it signed with them.
create table trust_key (
  keyid text primary key check (keyid ~ '^[0-9a-f]{16}$'),
  public_key bytea not null check (length(public_key) = 32),
  -- The seed of the key, sealed with SECRET_KEY for the purpose trust.signingKey.
  sealed text not null,
  from_ms bigint not null
);
create trigger trust_key_stays before delete or truncate on trust_key
  for each statement execute function trust_refuse_change();
-- A new SECRET_KEY seals the seed anew; the key stays the key.
create trigger trust_key_never_changes before update of keyid, public_key, from_ms on trust_key
  for each statement execute function trust_refuse_change();

create table trust_head (
  minute_ms bigint primary key check (minute_ms % 60000 = 0),
  text text not null,
  signature bytea not null check (length(signature) = 64),
  keyid text not null references trust_key
);
create trigger trust_head_stays before update or delete or truncate on trust_head
  for each statement execute function trust_refuse_change();
