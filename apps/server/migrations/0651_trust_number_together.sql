-- Settlements are numbered by one statement, and the chain is checked once a statement instead of once a row: 30 µs of CPU a
-- settlement instead of 50. What is checked stays: the next number, the hash of the one before, and the own hash.

create or replace function trust_number_settlements(most integer, now_ms bigint) returns integer language plpgsql security definer
  set search_path from current set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  note record;
  made trust_settlement;
  outbox_ids bigint[] := '{}';
  kinds text[] := '{}';
  settled_ids bigint[] := '{}';
  transaction_ids bigint[] := '{}';
  instants bigint[] := '{}';
  hashes bytea[] := '{}';
  first_n bigint;
  first_previous bytea;
begin
  if not exists (select from trust_settlement_outbox) then
    return 0;
  end if;
  -- One numbers at a time. Reading the chain goes on.
  lock table trust_settlement in share row exclusive mode;
  select s.n, s.hash into made.n, made.hash from trust_settlement s order by s.n desc limit 1;
  first_n := coalesce(made.n, 0);
  first_previous := coalesce(made.hash, decode(repeat('00', 32), 'hex'));
  made.n := first_n;
  made.hash := first_previous;
  -- Taken by one statement: a note that becomes visible meanwhile waits for the next round.
  for note in
    with taken as (
      delete from trust_settlement_outbox
        where id in (select o.id from trust_settlement_outbox o order by o.id limit most) returning *
    ) select * from taken order by id
  loop
    made.n := made.n + 1;
    made.kind := note.kind;
    made.settled_id := note.settled_id;
    made.transaction_id := note.transaction_id;
    made.at_ms := note.at_ms;
    made.previous := made.hash;
    made.hash := trust_settlement_hash(made);
    outbox_ids := outbox_ids || note.id;
    kinds := kinds || note.kind;
    settled_ids := settled_ids || note.settled_id;
    transaction_ids := array_append(transaction_ids, note.transaction_id);
    instants := instants || note.at_ms;
    hashes := hashes || made.hash;
  end loop;
  insert into trust_settlement (n, outbox_id, kind, settled_id, transaction_id, at_ms, numbered_ms, previous, hash)
    select first_n + place, outbox_id, kind, settled_id, transaction_id, at_ms, now_ms,
      lag(hash, 1, first_previous) over (order by place), hash
    from unnest(outbox_ids, kinds, settled_ids, transaction_ids, instants, hashes) with ordinality
      as numbered (outbox_id, kind, settled_id, transaction_id, at_ms, hash, place)
    order by place;
  return coalesce(array_length(outbox_ids, 1), 0);
end $$;

drop trigger trust_settlement_continues on trust_settlement;
-- The first row of a statement continues the newest one there was, every other one the row before it.
create or replace function trust_check_settlement() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  broken bigint;
begin
  select a.n into broken
    from (select s.*, lag(s.n) over chain as n_before, lag(s.hash) over chain as hash_before
      from added s window chain as (order by s.n)) a
    left join lateral (
      select s.n, s.hash from trust_settlement s where a.n_before is null and s.n < a.n order by s.n desc limit 1
    ) last on true
    where a.n <> coalesce(a.n_before, last.n, 0) + 1
      or a.previous <> coalesce(a.hash_before, last.hash, decode(repeat('00', 32), 'hex'))
      or a.hash <> trust_settlement_hash(row(a.n, a.outbox_id, a.kind, a.settled_id, a.transaction_id, a.at_ms, a.numbered_ms,
        a.previous, a.hash)::trust_settlement)
    limit 1;
  if broken is not null then
    raise exception 'trust: settlement % does not continue the chain', broken using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger trust_settlement_continues after insert on trust_settlement
  referencing new table as added for each statement execute function trust_check_settlement();
