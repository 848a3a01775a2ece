-- Many payments from few house accounts to many customers, such as the interest of a midnight: locked, numbered and written by
-- one statement, so that neither accounts nor lines travel to the server and back. Balances follow by the trigger of the
-- entries, which checks all of it as it does every other posting.

-- One transaction with two entries per payment, in the order given. Returns how many were written: all, or none where a
-- customer's account is not opened yet. Customers' accounts are locked before house accounts, each by id.
create function ledger_pay(
  cause text, entry_type smallint, at_instant bigint,
  payers text[], payees text[], cause_ids bigint[], keys text[], amounts numeric[]
) returns bigint language plpgsql
  set enable_seqscan = off set enable_hashjoin = on set enable_mergejoin = on set enable_bitmapscan = off set jit = off
as $$
declare
  written bigint;
begin
  with asked as materialized (
    select * from unnest(payers, payees, cause_ids, keys, amounts) with ordinality
      as given (payer, payee, cause_id, key, amount, place)
  ), names as materialized (
    select array_agg(distinct payee) as payees, array_agg(distinct payer) as payers from asked
  ), customers as materialized (
    select id, name, balance, sequence from ledger_account
      where name = any ((select n.payees from names n)::text[]) order by id for update
  ), house as materialized (
    select id, name, balance, sequence from ledger_account
      where name = any ((select n.payers from names n)::text[])
        and (select count(*) from customers) = (select cardinality(n.payees) from names n)
      order by id for update
  ), posted as (
    -- Identity numbers are handed out in the order of the select, so the rank of an id is its place.
    insert into ledger_transaction (cause_kind, cause_id, key, at_ms)
      select cause, cause_id, key, at_instant from asked
        where (select count(*) from house) = (select cardinality(n.payers) from names n)
        order by place
      returning id
  ), line as materialized (
    select p.id as transaction_id, a.payer, a.payee, a.amount, a.place
      from (select id, row_number() over (order by id) as place from posted) p join asked a using (place)
  ), entered as (
    insert into ledger_entry (transaction_id, account_id, sequence, amount, balance, type)
      select transaction_id, h.id, h.sequence + row_number() over of, -amount, h.balance - sum(amount) over of, entry_type
        from line join house h on h.name = payer window of as (partition by h.id order by place)
      union all
      select transaction_id, c.id, c.sequence + row_number() over of, amount, c.balance + sum(amount) over of, entry_type
        from line join customers c on c.name = payee window of as (partition by c.id order by place)
  )
  select count(*) into written from posted;
  return written;
end $$;

-- No two entries share a key of this index, so looking for duplicates on every full page finds none.
alter index ledger_entry_type set (deduplicate_items = off);
