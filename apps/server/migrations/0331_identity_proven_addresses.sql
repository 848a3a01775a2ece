-- An e-mail address or phone counts once a code sent to it came back: see docs/decisions/0016-proven-addresses.md.
alter table identity_customer
  -- When the address was proven, by the business calendar; null while somebody has merely typed it in.
  add column email_proven_ms bigint,
  add column phone_proven_ms bigint;

-- A used code is the evidence that an address was proven.
update identity_customer set email_proven_ms = registered_ms
where email is not null
  and exists (select from identity_code where address = email and used_ms is not null);
update identity_customer set phone_proven_ms = registered_ms
where phone is not null
  and exists (select from identity_code where address = phone and used_ms is not null);
-- Without evidence for either the e-mail address stays the way in, so that nobody is locked out.
update identity_customer set email_proven_ms = registered_ms
where email is not null and email_proven_ms is null and phone_proven_ms is null;
-- The demo customer of practice mode was made with both.
update identity_customer set phone_proven_ms = registered_ms
where email = 'demo@glasshouse.test' and phone_proven_ms is null;

alter table identity_customer
  drop constraint identity_customer_email_key,
  drop constraint identity_customer_phone_key,
  add constraint identity_customer_only_what_is_there_is_proven check (
    (email is not null or email_proven_ms is null) and (phone is not null or phone_proven_ms is null)
  );
create unique index identity_customer_proven_email on identity_customer (email) where email_proven_ms is not null;
create unique index identity_customer_proven_phone on identity_customer (phone) where phone_proven_ms is not null;
-- Staff search unproven ones, too.
create index identity_customer_email on identity_customer (email);
create index identity_customer_phone on identity_customer (phone);

-- 3 proves an address of a signed-in customer.
alter table identity_code drop constraint identity_code_purpose_check;
alter table identity_code add constraint identity_code_purpose_check check (purpose in (1, 2, 3));
