-- The newest receipt of each of some customers; who has none is absent. A function, because a database that keeps receipts on
-- several servers has to look them up in another way (deploy/citus/distribute.sql).
create function trust_newest_receipts(uids bigint[]) returns table (uid bigint, hash bytea)
  language sql stable parallel safe as $$
  select u.uid, r.hash from unnest(uids) as u (uid)
  cross join lateral (
    select hash from trust_receipt where uid = u.uid order by transaction_id desc limit 1
  ) r
$$;
