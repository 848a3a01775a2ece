-- A closed account keeps its uid, because the ledger names it, and loses what says whose it was.
alter table identity_customer
  -- By the business calendar.
  add column closed_ms bigint,
  drop constraint identity_customer_check1,
  add constraint identity_customer_is_whole_or_closed check (
    uid = 10000
    or closed_ms is null and (email, phone, password_hash, referrer_uid) is not null
    or closed_ms is not null
      and email is null and phone is null and password_hash is null and withdraw_password_hash is null
  );
