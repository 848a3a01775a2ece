-- Customers, their verification codes and their sessions.
create sequence identity_uid start 10001;

create table identity_customer (
  uid bigint primary key default nextval('identity_uid'),
  username text not null check (username <> ''),
  -- In lower case; the form in which it is compared.
  email text unique,
  -- Digits, country code first.
  phone text unique,
  password_hash text,
  withdraw_password_hash text,
  avatar smallint not null default 0 check (avatar between 0 and 13),
  -- Claims the AI function and names its owner as a referrer. Never all digits, so it is never a uid.
  activation_code text not null unique,
  -- 1 unclaimed, 2 not active, 3 active, 4 expired.
  activation_status smallint not null default 1 check (activation_status between 1 and 4),
  -- Fixed at registration; the house alone has none.
  referrer_uid bigint references identity_customer (uid),
  credit_score integer not null default 100,
  -- 1 hides the identity check.
  kyc_switch smallint not null default 0,
  -- 2 shows transfers to other users.
  transfer_switch smallint not null default 1,
  experience smallint not null default 0,
  ib smallint not null default 0,
  lang text not null,
  registered_ms bigint not null,
  check (referrer_uid < uid),
  check (uid = 10000 or (email, phone, password_hash, referrer_uid) is not null)
);
create index identity_customer_referrer on identity_customer (referrer_uid);

-- The house is the referrer of the first accounts. It cannot sign in: it has no address and no password.
insert into identity_customer (uid, username, activation_code, lang, registered_ms)
values (10000, 'Glasshouse', 'HOUSE', 'en', 0);

-- The newest code of an address and purpose; a new code takes the place of the one before.
create table identity_code (
  address text not null,
  purpose smallint not null check (purpose in (1, 2)),
  salt text not null,
  code_hash text not null,
  sent_ms bigint not null,
  expires_ms bigint not null,
  tries smallint not null default 0,
  used_ms bigint,
  -- How many codes were sent since the window began, for the cap of a day.
  window_ms bigint not null,
  window_count integer not null,
  primary key (address, purpose)
);

create table identity_session (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  -- SHA-256 of the token; the token itself is known to its holder alone.
  token_hash text not null unique,
  started_ms bigint not null,
  -- By the business calendar.
  expires_ms bigint not null,
  ended_ms bigint,
  -- 'customer' signed out here; 'house' when it was ended from elsewhere.
  ended_by text check (ended_by in ('customer', 'house')),
  ip text not null,
  user_agent text not null,
  check ((ended_ms is null) = (ended_by is null))
);
create index identity_session_uid on identity_session (uid);
create index identity_session_expires on identity_session (expires_ms);
