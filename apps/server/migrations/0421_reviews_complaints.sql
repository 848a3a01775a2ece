-- Complaints of customers, each an item of the review queue. The text is emptied when the account is closed.
create table reviews_complaint (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  text text not null,
  -- Why the account was locked at that time, and the manager who locked it and so does not decide.
  lock_reason text,
  lock_staff_id bigint references staff_member (id),
  -- By the business calendar.
  created_ms bigint not null,
  status smallint not null default 0 check (status in (0, 1, 2)),
  answer text,
  answered_ms bigint,
  check ((status = 0) = (answered_ms is null)),
  check ((status = 0) = (answer is null))
);
create index reviews_complaint_uid on reviews_complaint (uid, created_ms);
create index reviews_complaint_waiting on reviews_complaint (created_ms) where status = 0;

-- How often in a row the same person has taken an item; a released or expired row stays to be counted.
alter table reviews_take add column times smallint not null default 1 check (times > 0);
