-- Terms take effect at an announced instant.

-- The instant of an announced change by the business calendar, which practice mode can advance; null where none was
-- announced.
alter table markets_terms add column business_ms bigint;

-- Appends a version unless it is what is in force at its instant; returns what names it. In force is the version that was
-- listed last of those that have begun: a change brought forward, or announced later, replaces the one before it.
drop function markets_append_terms(bigint, bigint, numeric, text, integer, text, text);
create function markets_append_terms(
  of_pid bigint, begins_ms bigint, of_lot numeric, of_multiples text, of_fee_rate_ppm integer,
  of_expiry_minutes text, of_payout_percents text, of_business_ms bigint default null
) returns text language plpgsql security definer set search_path from current as $$
declare
  named text;
begin
  lock table markets_terms in share row exclusive mode;
  select encode(t.terms, 'hex') into named
    from (select * from markets_terms t where t.pid = of_pid and t.from_ms <= begins_ms order by t.n desc limit 1) t
    where (t.lot, t.multiples, t.fee_rate_ppm, t.expiry_minutes, t.payout_percents)
      = (of_lot, of_multiples, of_fee_rate_ppm, of_expiry_minutes, of_payout_percents);
  if named is null then
    insert into markets_terms (n, pid, from_ms, listed_ms, lot, multiples, fee_rate_ppm, expiry_minutes,
        payout_percents, business_ms, terms, previous, hash)
      values (1, of_pid, begins_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint, of_lot, of_multiples,
        of_fee_rate_ppm, of_expiry_minutes, of_payout_percents, of_business_ms, '', '', '')
      returning encode(terms, 'hex') into named;
  end if;
  return named;
end $$;

-- The terms alone say what an option pays. Until now a payout above the ceiling of the house paid the ceiling.
update markets_product p set payout_percents = (
    select string_agg(least(one::integer, s.value::integer)::text, ',' order by place)
    from unnest(string_to_array(p.payout_percents, ',')) with ordinality as listed (one, place))
  from content_setting s
  where s.key = 'option_payout_max'
    and exists (select from unnest(string_to_array(p.payout_percents, ',')) one where one::integer > s.value::integer);
