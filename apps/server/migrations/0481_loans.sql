-- Loans against running orders of investment products; money 1e-8 USDT, instants of the business calendar. Terms are
-- copied when a loan is asked for, so that a changed setting changes no loan.
create table loans_loan (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  amount numeric(38, 0) not null check (amount > 0),
  days integer not null check (days between 1 and 365),
  autorepay boolean not null,
  rate_ppm integer not null check (rate_ppm between 0 and 2000),
  call_percent integer not null,
  liquidation_percent integer not null,
  grace_hours integer not null,
  -- Managers who must approve.
  needed smallint not null check (needed in (1, 2)),
  created_ms bigint not null,
  -- 0 in review, 1 running, 2 rejected, 3 repaid, 4 overdue, 5 settled from collateral.
  status smallint not null default 0 check (status between 0 and 5),
  remark text,
  decided_ms bigint,
  paid_ms bigint,
  due_ms bigint,
  outstanding numeric(38, 0) not null default 0 check (outstanding >= 0),
  -- Accrued and unpaid.
  interest numeric(38, 0) not null default 0 check (interest >= 0),
  repaid numeric(38, 0) not null default 0 check (repaid >= 0),
  surplus numeric(38, 0) not null default 0 check (surplus >= 0),
  payments integer not null default 0,
  -- The loss of the house, and what of it insurance paid.
  shortfall numeric(38, 0) not null default 0 check (shortfall >= 0),
  insured numeric(38, 0) not null default 0 check (insured between 0 and shortfall),
  is_called boolean not null default false,
  -- The newest midnight that was worked through.
  midnight_ms bigint not null default 0,
  ended_ms bigint,
  check (call_percent < liquidation_percent and liquidation_percent <= 90),
  check ((status = 0) = (decided_ms is null)),
  check ((status in (0, 2)) = (paid_ms is null)),
  check ((paid_ms is null) = (due_ms is null)),
  check ((status in (3, 5)) = (ended_ms is not null)),
  check (status in (1, 4) or (outstanding = 0 and interest = 0))
);
create unique index loans_loan_one on loans_loan (uid) where status in (0, 1, 4);
create index loans_loan_of_customer on loans_loan (uid, id desc);
create index loans_loan_in_review on loans_loan (created_ms) where status = 0;
create index loans_loan_owing on loans_loan (id) where status in (1, 4);

create function loans_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'loans: % of % is not allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger loans_loan_keeps_terms before update on loans_loan
  for each row when (
    (old.uid, old.amount, old.days, old.autorepay, old.rate_ppm, old.call_percent, old.liquidation_percent,
      old.grace_hours, old.needed, old.created_ms)
    is distinct from
    (new.uid, new.amount, new.days, new.autorepay, new.rate_ppm, new.call_percent, new.liquidation_percent,
      new.grace_hours, new.needed, new.created_ms)
    or (old.due_ms is not null and old.due_ms is distinct from new.due_ms)
  ) execute function loans_refuse_change();
create trigger loans_loan_ended_stays before update on loans_loan
  for each row when (old.status in (2, 3, 5)) execute function loans_refuse_change();
create trigger loans_loan_stays before delete or truncate on loans_loan
  for each statement execute function loans_refuse_change();

-- Interest of each day; that of the first day is owed from the payout on.
create table loans_interest (
  loan_id bigint not null references loans_loan (id),
  -- The day that ends with the midnight, as yyyymmdd.
  day integer not null,
  amount numeric(38, 0) not null check (amount >= 0),
  primary key (loan_id, day)
);

-- Every payment, in order: by the customer, by the midnight run, or out of a redeemed order.
create table loans_payment (
  loan_id bigint not null references loans_loan (id),
  number integer not null check (number > 0),
  source text not null check (source in ('customer', 'auto', 'collateral')),
  interest numeric(38, 0) not null check (interest >= 0),
  principal numeric(38, 0) not null check (principal >= 0),
  -- What a redeemed order returned to the wallet.
  surplus numeric(38, 0) not null check (surplus >= 0),
  order_id bigint,
  paid_ms bigint not null,
  primary key (loan_id, number),
  check ((source = 'collateral') = (order_id is not null)),
  check (surplus = 0 or order_id is not null),
  check (interest + principal > 0)
);
create unique index loans_payment_order on loans_payment (order_id) where order_id is not null;

-- The orders that secure a loan, with their value when they were pledged.
create table loans_pledge (
  loan_id bigint not null references loans_loan (id),
  order_id bigint not null,
  value numeric(38, 0) not null check (value > 0),
  pledged_ms bigint not null,
  state text not null default 'pledged' check (state in ('pledged', 'released', 'seized')),
  primary key (loan_id, order_id)
);
create unique index loans_pledge_one on loans_pledge (order_id) where state = 'pledged';

create table loans_score_event (
  id bigint generated always as identity primary key,
  uid bigint not null references identity_customer (uid),
  reason text not null check (reason in ('repaid', 'repaidLate', 'settled', 'staff')),
  change integer not null,
  score integer not null,
  loan_id bigint references loans_loan (id),
  remark text,
  happened_ms bigint not null,
  check ((reason = 'staff') = (loan_id is null)),
  check ((reason = 'staff') = (remark is not null))
);
create index loans_score_event_of_customer on loans_score_event (uid, id desc);
create unique index loans_score_event_once on loans_score_event (loan_id) where loan_id is not null;

create trigger loans_interest_append_only before update or delete or truncate on loans_interest
  for each statement execute function loans_refuse_change();
create trigger loans_payment_append_only before update or delete or truncate on loans_payment
  for each statement execute function loans_refuse_change();
create trigger loans_pledge_stays before delete or truncate on loans_pledge
  for each statement execute function loans_refuse_change();
