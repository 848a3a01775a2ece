-- Identity checks: one row for each time a customer handed one in. Name and number of the document are sealed; the
-- pictures are those of the module uploads. Rows are deleted when the account is closed.
create table kyc_submission (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  -- JSON {username, idcard}, sealed.
  sealed text not null,
  -- Keyed hash of country and number of the document: finds a second account of one person.
  person_hash text not null,
  country text,
  front_id bigint not null,
  reverse_id bigint not null check (reverse_id <> front_id),
  -- 1 in review, 2 approved, 3 rejected.
  status smallint not null default 1 check (status in (1, 2, 3)),
  reason text check (reason in ('unreadable', 'mismatch', 'expired', 'duplicate', 'underage')),
  remark text,
  -- By the business calendar.
  created_ms bigint not null,
  decided_ms bigint,
  check ((status = 1) = (decided_ms is null)),
  check ((status = 3) = (reason is not null and remark is not null))
);
create index kyc_submission_of_customer on kyc_submission (uid, id desc);
create unique index kyc_submission_one_open on kyc_submission (uid) where status in (1, 2);
create index kyc_submission_in_review on kyc_submission (created_ms) where status = 1;
create index kyc_submission_person on kyc_submission (person_hash);

-- What is kept of a closed account: the hash, until an instant of the business calendar.
create table kyc_retained_hash (
  uid bigint primary key references identity_customer (uid),
  person_hash text not null,
  until_ms bigint not null
);
create index kyc_retained_hash_person on kyc_retained_hash (person_hash);
create index kyc_retained_hash_until on kyc_retained_hash (until_ms);

-- Every look of staff at the record of a customer, as its owner reads it; the audit log has who it was.
create table kyc_view (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  role text not null check (role in ('service', 'manager')),
  viewed_ms bigint not null
);
create index kyc_view_of_customer on kyc_view (uid, id desc);

-- The key of the hashes, sealed. It never changes, so that hashes of closed accounts stay comparable when SECRET_KEY is
-- rotated; the rotation seals this row anew.
create table kyc_key (
  id smallint primary key default 1 check (id = 1),
  sealed text not null
);
