-- What an account needs beyond signing in: freezing, the times of its last changes, two-step sign-in, counted
-- failures, spent captchas, and codes that carry a customer to another device.
alter table identity_customer
  -- Frozen by staff at this instant; sign-in is refused while it is set.
  add column frozen_ms bigint,
  -- By the business calendar, for the pause of withdrawals after a change.
  add column password_changed_ms bigint,
  add column withdraw_password_changed_ms bigint,
  add column email_changed_ms bigint;

create table identity_totp (
  uid bigint primary key references identity_customer (uid),
  -- Sealed with the secret of the installation.
  secret text not null,
  started_ms bigint not null,
  -- Two-step sign-in is on from here; a secret without it is only being set up.
  confirmed_ms bigint,
  -- The time step of the newest code that counted; it and those before never count again.
  last_step bigint not null default 0
);

-- How often something was tried since a window began: sign-ins, codes, passwords. Keys hold no address.
create table identity_tally (
  key text primary key,
  window_ms bigint not null,
  started_ms bigint not null,
  count integer not null,
  last_ms bigint not null
);
create index identity_tally_last on identity_tally (last_ms);

-- Captchas that were answered; one answer counts once.
create table identity_captcha (
  id text primary key,
  expires_ms bigint not null
);
create index identity_captcha_expires on identity_captcha (expires_ms);

-- A signed-in customer's code for another device. It dies with the session that asked for it.
create table identity_introduction (
  code_hash text primary key,
  session_id bigint not null references identity_session (id) on delete cascade,
  expires_ms bigint not null
);
create index identity_introduction_session on identity_introduction (session_id);
create index identity_introduction_expires on identity_introduction (expires_ms);
