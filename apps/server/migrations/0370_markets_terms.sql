-- What orders of a market are agreed on, version by version: one list over all markets, append-only and chained by hash
-- (packages/core/src/markets/terms.ts has the same texts).
create table markets_terms (
  n bigint primary key check (n > 0),
  pid bigint not null references markets_product,
  -- In force from then on; 0: from the beginning. Later than listed_ms: announced.
  from_ms bigint not null check (from_ms >= 0),
  listed_ms bigint not null,
  lot numeric(38, 0) not null check (lot > 0),
  multiples text not null,
  fee_rate_ppm integer not null,
  expiry_minutes text not null,
  payout_percents text not null,
  -- Names the terms: SHA-256 over what they say.
  terms bytea not null check (length(terms) = 32),
  previous bytea not null check (length(previous) = 32),
  hash bytea not null unique check (length(hash) = 32)
);
create index markets_terms_in_force on markets_terms (pid, from_ms, n);

-- A version continues the list: its number is the next one, and it carries the hash of the one before. Both hashes are
-- worked out here, whatever was given.
create function markets_chain_terms() returns trigger language plpgsql security definer
  set search_path from current as $$
declare
  before record;
begin
  lock table markets_terms in share row exclusive mode;
  select t.n, t.hash into before from markets_terms t order by t.n desc limit 1;
  new.n := coalesce(before.n, 0) + 1;
  new.previous := coalesce(before.hash, decode(repeat('00', 32), 'hex'));
  new.terms := sha256(convert_to(concat_ws(e'\n', 'glasshouse.terms.v1',
    'lot=' || trim_scale(new.lot / 100000000)::text,
    'multiples=' || new.multiples,
    'fee=' || trim_scale(new.fee_rate_ppm::numeric / 1000000)::text,
    'protime=' || new.expiry_minutes,
    'proscale=' || new.payout_percents), 'UTF8'));
  new.hash := sha256(convert_to(concat_ws(e'\n', encode(new.previous, 'hex'), 'n=' || new.n,
    'symbol=' || (select symbol from markets_product p where p.pid = new.pid),
    'from=' || new.from_ms, 'terms=' || encode(new.terms, 'hex')), 'UTF8'));
  return new;
end $$;
create trigger markets_terms_are_chained before insert on markets_terms
  for each row execute function markets_chain_terms();
create trigger markets_terms_stay before update or delete or truncate on markets_terms
  for each statement execute function markets_refuse_change();

-- Appends a version unless it is what is in force at its instant; returns what names it.
create function markets_append_terms(
  of_pid bigint, begins_ms bigint, of_lot numeric, of_multiples text, of_fee_rate_ppm integer,
  of_expiry_minutes text, of_payout_percents text
) returns text language plpgsql security definer set search_path from current as $$
declare
  named text;
begin
  lock table markets_terms in share row exclusive mode;
  select encode(t.terms, 'hex') into named
    from (select * from markets_terms t where t.pid = of_pid and t.from_ms <= begins_ms
          order by t.from_ms desc, t.n desc limit 1) t
    where (t.lot, t.multiples, t.fee_rate_ppm, t.expiry_minutes, t.payout_percents)
      = (of_lot, of_multiples, of_fee_rate_ppm, of_expiry_minutes, of_payout_percents);
  if named is null then
    insert into markets_terms (n, pid, from_ms, listed_ms, lot, multiples, fee_rate_ppm, expiry_minutes,
        payout_percents, terms, previous, hash)
      values (1, of_pid, begins_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint, of_lot, of_multiples,
        of_fee_rate_ppm, of_expiry_minutes, of_payout_percents, '', '', '')
      returning encode(terms, 'hex') into named;
  end if;
  return named;
end $$;

-- A product does not change without the list: what staff change counts from the instant of their change, anything else
-- from now, and a new product's terms from the beginning.
create function markets_list_terms() returns trigger language plpgsql as $$
declare
  begins_ms bigint;
begin
  if tg_op = 'INSERT' then
    begins_ms := coalesce(new.changed_ms, 0);
  elsif new.changed_ms is distinct from old.changed_ms and new.changed_ms is not null then
    begins_ms := new.changed_ms;
  else
    begins_ms := (extract(epoch from clock_timestamp()) * 1000)::bigint;
  end if;
  perform markets_append_terms(new.pid, begins_ms, new.lot, new.multiples, new.fee_rate_ppm, new.expiry_minutes,
    new.payout_percents);
  return null;
end $$;
create trigger markets_product_terms_begin after insert on markets_product
  for each row execute function markets_list_terms();
create trigger markets_product_terms_change after update on markets_product
  for each row when ((old.lot, old.multiples, old.fee_rate_ppm, old.expiry_minutes, old.payout_percents)
    is distinct from (new.lot, new.multiples, new.fee_rate_ppm, new.expiry_minutes, new.payout_percents))
  execute function markets_list_terms();

select markets_append_terms(pid, coalesce(changed_ms, 0), lot, multiples, fee_rate_ppm, expiry_minutes,
  payout_percents) from markets_product order by pid;
