-- Legal holds of withdrawals: two managers and a reference, seven days at most unless both renew.
create table funding_hold (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null references funding_withdrawal (id),
  reference text not null,
  -- What the customer reads.
  remark text not null,
  staff_id bigint not null references staff_member (id),
  agreed_staff_id bigint not null references staff_member (id),
  -- By the business calendar.
  from_ms bigint not null,
  until_ms bigint not null,
  renewed_ms bigint not null,
  ended_ms bigint,
  check (staff_id <> agreed_staff_id),
  check (until_ms <= renewed_ms + 604800000)
);
create unique index funding_hold_running on funding_hold (withdrawal_id) where ended_ms is null;
create index funding_hold_from on funding_hold (from_ms);

-- A withdrawal that one manager alone held goes on; a hold of two can be asked for.
update funding_withdrawal set reason = 'amount_review', reason_text = null
where reason = 'legal_order' and ended_ms is null;
