-- Spreads the signed receipts over the workers of a Citus cluster, by customer; everything else stays on the coordinator. Run it once,
-- after the product has migrated the database, as the role that owns its tables:
--   psql -v ON_ERROR_STOP=1 -f deploy/citus/distribute.sql "$DATABASE_MIGRATION_URL"
-- docs/decisions/0076 says why nothing else, docs/runbooks/citus.md how such a cluster is run.
begin;

-- Citus calls triggers of distributed tables unsafe because they run where the rows are. The one of this table refuses whatever
-- happens, so it needs no rows of other servers.
set local citus.enable_unsafe_triggers = on;
-- Each shard of a batch is a connection and a prepared transaction of its own.
set local citus.shard_count = 8;

-- Citus refuses a lateral query with a limit over a table function; one customer at a time goes straight to the shard.
create or replace function trust_newest_receipts(uids bigint[]) returns table (uid bigint, hash bytea)
  language plpgsql stable as $$
declare
  one bigint;
begin
  foreach one in array uids loop
    return query
      select r.uid, r.hash from trust_receipt r where r.uid = one order by r.transaction_id desc limit 1;
  end loop;
end $$;

select create_distributed_table('trust_receipt', 'uid', colocate_with => 'none');

commit;
