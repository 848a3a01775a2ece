-- Who invited whom on three levels, and what inviters were promised, earned and paid of the interest of orders. Money is
-- units of 1e-8 USDT, rates are whole percent; instants are epoch milliseconds of the business calendar.

-- One row for each client and each of up to three inviters above; the broker's own account is none.
create table referral_client (
  client bigint not null,
  level smallint not null check (level between 1 and 3),
  receiver bigint not null check (receiver < client),
  joined_ms bigint not null,
  -- Since then nobody earns of this client, for ever.
  left_ms bigint,
  primary key (client, level)
);
create index referral_client_list on referral_client (receiver, level, joined_ms, client) where left_ms is null;

with recursive above as (
  select uid as client, referrer_uid as receiver, 1 as level, registered_ms from identity_customer
  where referrer_uid is not null
  union all
  select a.client, c.referrer_uid, a.level + 1, a.registered_ms
  from above a join identity_customer c on c.uid = a.receiver
  where a.level < 3 and c.referrer_uid is not null
)
insert into referral_client (client, level, receiver, joined_ms)
select client, level, receiver, registered_ms from above where receiver <> 10000;

-- What one order may bring one inviter. A promise that is not funded (`refusal`) never pays.
create table referral_promise (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  level smallint not null check (level between 1 and 3),
  client bigint not null,
  receiver bigint not null,
  rate smallint not null check (rate between 0 and 100),
  first_rate smallint not null check (first_rate between 0 and 100),
  -- Set aside at the sale: for the monthly income, and for a first purchase.
  promised numeric(38, 0) not null check (promised >= 0),
  first_promised numeric(38, 0) not null check (first_promised >= 0),
  refusal text check (refusal in ('policy', 'kyc', 'account', 'sameOwner', 'reserve')),
  -- running: accrues. ending: the order finished and is settled in the same night. over: nothing accrues any more.
  state text not null check (state in ('running', 'ending', 'over')),
  -- How the order finished: its interest, and what the redemption took of it; null when it ended in full.
  order_interest numeric(38, 0),
  order_fee numeric(38, 0),
  accrued numeric(38, 0) not null default 0 check (accrued >= 0),
  taken_back numeric(38, 0) not null default 0 check (taken_back >= 0),
  paid numeric(38, 0) not null default 0 check (paid >= 0),
  first_paid numeric(38, 0) not null default 0 check (first_paid >= 0),
  returned numeric(38, 0) not null default 0 check (returned >= 0),
  last_day integer,
  last_amount numeric(38, 0) not null default 0,
  unique (order_id, level),
  check (accrued <= promised and accrued >= taken_back + paid),
  check (first_paid <= first_promised),
  check (paid + first_paid + returned <= promised + first_promised),
  check (refusal is null or promised + first_promised = 0)
) with (fillfactor = 60);
create index referral_promise_due on referral_promise (receiver, client, level) where accrued > taken_back + paid;
create index referral_promise_ending on referral_promise (order_id) where state = 'ending';
create index referral_promise_receiver on referral_promise (receiver, client);
create index referral_promise_client on referral_promise (client) where state <> 'over';
create index referral_promise_unfunded on referral_promise (receiver, level) where refusal is not null and state = 'running';
create index referral_promise_yesterday on referral_promise (receiver, last_day);

create function referral_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'referral: % of % is not allowed', lower(tg_op), tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger referral_promise_stays before delete or truncate on referral_promise
  for each statement execute function referral_refuse_change();
create trigger referral_promise_keeps_terms before update on referral_promise
  for each row when (
    (old.order_id, old.level, old.client, old.receiver, old.rate, old.first_rate, old.promised, old.first_promised,
      old.refusal)
    is distinct from
    (new.order_id, new.level, new.client, new.receiver, new.rate, new.first_rate, new.promised, new.first_promised,
      new.refusal)
  ) execute function referral_refuse_change();
create trigger referral_client_stays before delete or truncate on referral_client
  for each statement execute function referral_refuse_change();
create trigger referral_client_left_for_ever before update on referral_client
  for each row when (old.left_ms is not null or old.receiver <> new.receiver) execute function referral_refuse_change();

-- One row for each day that accrued for an inviter; `day` is the day that ended, as yyyymmdd.
create table referral_accrual (
  promise_id bigint not null,
  day integer not null,
  amount numeric(38, 0) not null check (amount > 0),
  primary key (promise_id, day)
);
create trigger referral_accrual_append_only before update or delete or truncate on referral_accrual
  for each statement execute function referral_refuse_change();

-- What an inviter earned in a month (yyyymm), accruals and first purchases; never above the limit of the month.
create table referral_month (
  receiver bigint not null,
  month integer not null,
  earned numeric(38, 0) not null check (earned >= 0),
  primary key (receiver, month)
);

-- One payment for each month, client and level.
create table referral_payout (
  id bigint generated always as identity primary key,
  month integer not null,
  client bigint not null,
  level smallint not null,
  receiver bigint not null,
  amount numeric(38, 0) not null check (amount > 0),
  at_ms bigint not null,
  unique (month, client, level)
);
create index referral_payout_receiver on referral_payout (receiver, id);
create trigger referral_payout_append_only before update or delete or truncate on referral_payout
  for each statement execute function referral_refuse_change();

-- What went back to the marketing reserve, once for an order that finished, a client who left, an account that closed.
create table referral_return (
  id bigint generated always as identity primary key,
  reason text not null check (reason in ('finished', 'left', 'closed')),
  -- The order, the client who left, or the customer whose account closed.
  subject bigint not null,
  amount numeric(38, 0) not null check (amount > 0),
  at_ms bigint not null,
  unique (reason, subject)
);
create trigger referral_return_append_only before update or delete or truncate on referral_return
  for each statement execute function referral_refuse_change();
