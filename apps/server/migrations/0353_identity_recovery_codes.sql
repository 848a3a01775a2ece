-- Single-use codes that stand in for the authenticator app. Made together, shown once, deleted when used.
create table identity_recovery_code (
  uid bigint not null references identity_customer (uid),
  -- SHA-256 over uid and code; a code has 20 random digits.
  code_hash text not null,
  primary key (uid, code_hash)
);
