-- Passkeys (WebAuthn) of staff; in live mode nobody signs in to the console without one.
create table staff_passkey (
  id bigint generated always as identity primary key,
  staff_id bigint not null references staff_member (id),
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
create index staff_passkey_member on staff_passkey (staff_id);

-- Challenges of passkeys: each is answered once, for one purpose.
create table staff_passkey_challenge (
  -- SHA-256 of the challenge.
  challenge_hash text primary key,
  purpose text not null check (purpose in ('add', 'signIn')),
  -- Who adds one; null at sign-in, where that is not known yet.
  staff_id bigint references staff_member (id),
  -- By the wall clock: about one ceremony.
  expires_ms bigint not null,
  check ((purpose = 'signIn') = (staff_id is null))
);
create index staff_passkey_challenge_expires on staff_passkey_challenge (expires_ms);
