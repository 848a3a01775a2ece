-- The settlement chain. What settles is noted in the transaction that settles it, and numbered in commit order behind it,
-- so that no order waits for the chain (decision 0017).

create table trust_settlement_outbox (
  id bigint generated always as identity primary key,
  kind text not null check (kind ~ '^[a-z][A-Za-z]{1,39}$'),
  settled_id bigint not null,
  -- Null for what moves no money.
  transaction_id bigint,
  at_ms bigint not null
);

create table trust_settlement (
  n bigint primary key check (n > 0),
  -- The note it was made of: none is numbered twice.
  outbox_id bigint not null unique,
  kind text not null,
  settled_id bigint not null,
  transaction_id bigint,
  at_ms bigint not null,
  -- When it was numbered, by the clock of the product: the day it belongs to.
  numbered_ms bigint not null,
  previous bytea not null check (length(previous) = 32),
  hash bytea not null check (length(hash) = 32)
);
create index trust_settlement_numbered on trust_settlement (numbered_ms, n);
-- Stops are set and parts are closed again and again; everything else happens to a thing once.
create unique index trust_settlement_once on trust_settlement (kind, settled_id)
  where kind not in ('contractStopsSet', 'contractClosedPart');

create function trust_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'trust: % of % is not allowed', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger trust_settlement_stays before update or delete or truncate on trust_settlement
  for each statement execute function trust_refuse_change();
create trigger trust_settlement_outbox_never_changes before update or truncate on trust_settlement_outbox
  for each statement execute function trust_refuse_change();

-- A note leaves the outbox by being numbered in the same transaction.
create function trust_check_outbox_later() returns trigger language plpgsql as $$
begin
  if not exists (select from trust_settlement s where s.outbox_id = old.id) then
    raise exception 'trust: a settlement leaves the outbox without a number' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger trust_settlement_outbox_is_numbered after delete on trust_settlement_outbox
  deferrable initially deferred for each row execute function trust_check_outbox_later();

-- A settlement continues the chain: the next number, the hash of the one before, and the hash of what it says
-- (packages/core/src/trust/settlements.ts has the same text).
create function trust_settlement_hash(s trust_settlement) returns bytea language sql immutable as $$
  select sha256(convert_to(encode(s.previous, 'hex') || e'\nn=' || s.n || e'\nkind=' || s.kind || e'\nid=' || s.settled_id
    || e'\ntransaction=' || coalesce(s.transaction_id::text, '') || e'\ntime=' || s.at_ms, 'UTF8'))
$$;
create function trust_check_settlement() returns trigger language plpgsql as $$
declare
  before record;
begin
  select s.n, s.hash into before from trust_settlement s order by s.n desc limit 1;
  if new.n <> coalesce(before.n, 0) + 1
    or new.previous <> coalesce(before.hash, decode(repeat('00', 32), 'hex'))
    or new.hash <> trust_settlement_hash(new) then
    raise exception 'trust: settlement % does not continue the chain', new.n
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger trust_settlement_continues before insert on trust_settlement
  for each row execute function trust_check_settlement();

-- Numbers at most so many notes, in the order in which their commits became visible, of those the older ones first.
create function trust_number_settlements(most integer, now_ms bigint) returns integer language plpgsql security definer
  set search_path from current as $$
declare
  note record;
  made trust_settlement;
  numbered integer := 0;
begin
  if not exists (select from trust_settlement_outbox) then
    return 0;
  end if;
  -- One numbers at a time. Reading the chain goes on.
  lock table trust_settlement in share row exclusive mode;
  select s.n, s.hash into made.n, made.hash from trust_settlement s order by s.n desc limit 1;
  made.n := coalesce(made.n, 0);
  made.hash := coalesce(made.hash, decode(repeat('00', 32), 'hex'));
  made.numbered_ms := now_ms;
  -- Taken by one statement: a note that becomes visible meanwhile waits for the next round.
  for note in
    with taken as (
      delete from trust_settlement_outbox
        where id in (select o.id from trust_settlement_outbox o order by o.id limit most) returning *
    ) select * from taken order by id
  loop
    made.n := made.n + 1;
    made.outbox_id := note.id;
    made.kind := note.kind;
    made.settled_id := note.settled_id;
    made.transaction_id := note.transaction_id;
    made.at_ms := note.at_ms;
    made.previous := made.hash;
    made.hash := trust_settlement_hash(made);
    insert into trust_settlement select made.*;
    numbered := numbered + 1;
  end loop;
  return numbered;
end $$;

-- How a kind registers: a trigger of its table notes what was inserted.
create function trust_note_settlement(kind text, settled_id bigint, transaction_id bigint, at_ms bigint)
  returns void language sql security definer set search_path from current as $$
  insert into trust_settlement_outbox (kind, settled_id, transaction_id, at_ms)
    values (kind, settled_id, transaction_id, at_ms)
$$;

create function trust_note_contract_events() returns trigger language plpgsql security definer
  set search_path from current as $$
begin
  insert into trust_settlement_outbox (kind, settled_id, transaction_id, at_ms)
    select 'contract' || upper(left(a.kind, 1)) || substr(a.kind, 2), a.order_id, a.transaction_id, a.at_ms
    from added a order by a.id;
  return null;
end $$;
create trigger trust_contract_event_is_noted after insert on contracts_event
  referencing new table as added for each statement execute function trust_note_contract_events();

create function trust_note_option_events() returns trigger language plpgsql security definer
  set search_path from current as $$
begin
  insert into trust_settlement_outbox (kind, settled_id, transaction_id, at_ms)
    select 'option' || upper(left(a.kind, 1)) || substr(a.kind, 2), a.order_id, a.transaction_id, a.at_ms
    from added a order by a.order_id;
  return null;
end $$;
create trigger trust_option_event_is_noted after insert on options_event
  referencing new table as added for each statement execute function trust_note_option_events();

-- A sale is written before its transaction in the ledger is; at the commit both are there.
create function trust_note_coin_sale() returns trigger language plpgsql security definer
  set search_path from current as $$
begin
  perform trust_note_settlement('coinSold', new.id,
    (select t.id from ledger_transaction t where t.key = 'coin-sold:' || new.id), new.made_ms);
  return null;
end $$;
create constraint trigger trust_coin_sale_is_noted after insert on wallets_sale
  deferrable initially deferred for each row execute function trust_note_coin_sale();

-- What settled before there was a chain comes first, in the order of its time.
insert into trust_settlement_outbox (kind, settled_id, transaction_id, at_ms)
  select kind, settled_id, transaction_id, at_ms from (
    select 'contract' || upper(left(e.kind, 1)) || substr(e.kind, 2) as kind, e.order_id as settled_id,
      e.transaction_id, e.at_ms, e.id from contracts_event e
    union all
    select 'option' || upper(left(e.kind, 1)) || substr(e.kind, 2), e.order_id, e.transaction_id, e.at_ms, e.order_id
      from options_event e
    union all
    select 'coinSold', s.id, t.id, s.made_ms, s.id
      from wallets_sale s left join ledger_transaction t on t.key = 'coin-sold:' || s.id
  ) past order by at_ms, id;
