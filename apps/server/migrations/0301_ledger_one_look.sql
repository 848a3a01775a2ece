-- The same promises as before, with one look at each account instead of one for every entry.

-- The accounts are looked up to be moved, and that tells their asset too. While a statement moves one asset only,
-- as nearly all do, a transaction is balanced when its entries sum to zero; otherwise they are summed per asset.
create or replace function ledger_apply_entries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  unbalanced bigint;
  moved bigint;
  touched bigint;
  one_asset boolean;
begin
  -- Every account goes on where it stood, and its newest entry tells the balance it has then.
  with summed as (
    select account_id, min(sequence) as first, max(sequence) as last, count(*) as entries, sum(amount) as total,
        (array_agg(balance order by sequence desc))[1] as told
      from added group by account_id
  ), changed as (
    update ledger_account c
      set balance = s.told, sequence = s.last
      from summed s
      where c.id = s.account_id and c.sequence + 1 = s.first and s.last - s.first + 1 = s.entries
        and c.balance + s.total = s.told
      returning c.asset
  )
  select (select count(*) from summed), count(*), min(asset) = max(asset)
    into touched, moved, one_asset from changed;
  if moved <> touched then
    raise exception 'ledger: entries do not continue their account'
      using errcode = 'integrity_constraint_violation';
  end if;

  if one_asset then
    select s.transaction_id into unbalanced
      from (select transaction_id, sum(amount) as total from added group by transaction_id) s
      left join ledger_transaction t on t.id = s.transaction_id
      where s.total <> 0 or t.id is null
      limit 1;
  else
    select s.transaction_id into unbalanced
      from (
        select a.transaction_id, c.asset, sum(a.amount) as total
          from added a join ledger_account c on c.id = a.account_id
          group by a.transaction_id, c.asset
      ) s
      left join ledger_transaction t on t.id = s.transaction_id
      where s.total <> 0 or t.id is null
      limit 1;
  end if;
  if unbalanced is not null then
    raise exception 'ledger: the entries of transaction % do not sum to zero', unbalanced
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
