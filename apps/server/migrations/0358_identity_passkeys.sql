-- Passkeys (WebAuthn) of customers: a second factor and a way to sign in.
create table identity_passkey (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  name text not null,
  -- base64url, as the authenticator named it.
  credential_id text not null unique,
  -- COSE key.
  public_key bytea not null,
  -- Signatures so far, as the authenticator counts them; 0 for ever where it does not.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  -- Whether it can be synced to other devices, and whether it was when it was used last.
  is_multi_device boolean not null,
  is_backed_up boolean not null,
  -- By the business calendar.
  created_ms bigint not null,
  last_used_ms bigint
);
create index identity_passkey_customer on identity_passkey (uid);

-- Challenges of passkeys: each is answered once, for one purpose, in the session that asked for it.
create table identity_passkey_challenge (
  -- SHA-256 of the challenge.
  challenge_hash text primary key,
  purpose text not null check (purpose in ('add', 'stepUp', 'signIn')),
  session_id bigint references identity_session (id) on delete cascade,
  -- By the wall clock: about one ceremony.
  expires_ms bigint not null,
  check ((purpose = 'signIn') = (session_id is null))
);
create index identity_passkey_challenge_expires on identity_passkey_challenge (expires_ms);
create index identity_passkey_challenge_session on identity_passkey_challenge (session_id);
