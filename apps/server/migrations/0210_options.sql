-- Short options. Prices are units of 1e-9 USDT, money 1e-8 USDT; instants are epoch milliseconds.

create table options_order (
  id bigint generated always as identity primary key,
  uid bigint not null,
  pid bigint not null,
  -- 0 CALL, 1 PUT
  style smallint not null check (style in (0, 1)),
  stake numeric(38, 0) not null check (stake > 0),
  -- What a win earns in percent of the stake, and that in money: it waits in the house's escrow until the end.
  percent integer not null check (percent between 1 and 100),
  win numeric(38, 0) not null check (win >= 0),
  seen_price numeric(38, 0) not null check (seen_price > 0),
  entry_price numeric(38, 0) not null check (entry_price > 0),
  placed_ms bigint not null,
  expires_ms bigint not null check (expires_ms > placed_ms),
  -- 0 open, 1 settled
  status smallint not null default 0 check (status in (0, 1)),
  outcome text check (outcome in ('win', 'loss', 'draw', 'void')),
  -- The price that settled it; a void has none.
  exit_price numeric(38, 0) check (exit_price > 0),
  -- What came back to the customer, stake included.
  payout numeric(38, 0) check (payout >= 0),
  settled_ms bigint,
  constraint options_order_settled_is_whole check (
    (status = 1) = (outcome is not null)
    and (status = 1) = (payout is not null)
    and (status = 1) = (settled_ms is not null)
    and (status = 1 and outcome <> 'void') = (exit_price is not null)
  ),
  constraint options_order_pays_as_promised check (
    payout = case outcome when 'win' then stake + win when 'loss' then 0 else stake end
  )
);
create index options_order_list on options_order (uid, placed_ms desc, id desc);
create index options_order_open on options_order (uid) where status = 0;
create index options_order_due on options_order (expires_ms) where status = 0;

-- What happened to an option, with the tick that caused it: the receipt.
create table options_event (
  order_id bigint not null references options_order (id),
  kind text not null check (kind in ('placed', 'settled')),
  at_ms bigint not null,
  rule text not null,
  transaction_id bigint not null,
  tick jsonb,
  -- Of a void: the stretch without a message around the expiry, by the receive clock.
  silent_from_ms bigint,
  silent_to_ms bigint,
  primary key (order_id, kind),
  constraint options_event_tells_the_tick check (tick is not null or rule = 'silentAroundExpiry')
);

create function options_keep_evidence() returns trigger language plpgsql as $$
begin
  raise exception 'options: evidence is never changed' using errcode = 'restrict_violation';
end $$;
create trigger options_event_append_only before update or delete or truncate on options_event
  for each statement execute function options_keep_evidence();

-- What is settled stays as it is, and no option disappears.
create function options_keep_settled() returns trigger language plpgsql as $$
begin
  raise exception 'options: option % is settled and never changed', old.id using errcode = 'restrict_violation';
end $$;
create trigger options_order_settled_stays before update on options_order
  for each row when (old.status = 1) execute function options_keep_settled();
create function options_keep_orders() returns trigger language plpgsql as $$
begin
  raise exception 'options: an option is never removed' using errcode = 'restrict_violation';
end $$;
create trigger options_order_stays before delete or truncate on options_order
  for each statement execute function options_keep_orders();
