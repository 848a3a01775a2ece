-- Locks of accounts: why, by whom, until when. At most one of an account is not ended; one whose end has passed does
-- not stand any more, and is marked as ended when the next one begins.
create table identity_lock (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  reason text not null check (reason in ('stolen_access', 'customer_request', 'sanctions', 'court_order')),
  -- What the customer reads, and the file number of an authority.
  remark text not null,
  reference text,
  origin text not null check (origin in ('customer', 'letter', 'staff')),
  -- The manager who locked it or took the lock over, and the second one who agreed.
  staff_id bigint references staff_member (id),
  agreed_staff_id bigint references staff_member (id),
  -- By the business calendar; without an end it stands until it is lifted.
  from_ms bigint not null,
  until_ms bigint,
  ended_ms bigint,
  ended_staff_id bigint references staff_member (id),
  check (origin <> 'staff' or staff_id is not null),
  check (agreed_staff_id is null or agreed_staff_id <> staff_id),
  -- No lock of one person is without an end, and none of an authority is of one person.
  check ((until_ms is null) = (agreed_staff_id is not null)),
  check (reason not in ('sanctions', 'court_order') or (agreed_staff_id is not null and reference is not null)),
  check (until_ms is null or until_ms <= from_ms + 259200000)
);
create unique index identity_lock_running on identity_lock (uid) where ended_ms is null;
create index identity_lock_uid on identity_lock (uid, id);
create index identity_lock_from on identity_lock (from_ms);

-- Accounts that were frozen without a reason stay locked for at most 72 hours from now.
insert into identity_lock (uid, reason, remark, origin, from_ms, until_ms)
select uid, 'stolen_access', 'Locked before locks had reasons.', 'letter', now_ms, now_ms + 259200000
from identity_customer, (select (extract(epoch from now()) * 1000)::bigint as now_ms) clock
where frozen_ms is not null and closed_ms is null;
alter table identity_customer drop column frozen_ms;

-- A session of a locked account: it may read, export, close, cancel, take back and complain.
alter table identity_session add column restricted boolean not null default false;
