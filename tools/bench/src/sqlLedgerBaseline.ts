/**
 * Baseline of row 2: a ledger in plain SQL with the guarantees of the product's ledger. It stands in for pgledger,
 * which is not published as a package, and contains none of its code.
 *
 * One call makes one transfer: it locks both accounts in id order, rejects negative balances, and writes a transfer
 * row, two entries with running balance and gapless number per account, and both balances. The triggers that protect
 * the product's tables against other programs are omitted, which favours the baseline.
 */
export const plainLedger = `
create table plain_account (
  id bigint primary key,
  balance numeric(38, 0) not null check (balance >= 0),
  sequence bigint not null default 0
);
create table plain_transfer (
  id bigint generated always as identity primary key,
  from_id bigint not null references plain_account (id),
  to_id bigint not null references plain_account (id),
  amount numeric(38, 0) not null check (amount > 0),
  at timestamptz not null default now(),
  check (from_id <> to_id)
);
create table plain_entry (
  transfer_id bigint not null references plain_transfer (id),
  account_id bigint not null references plain_account (id),
  sequence bigint not null,
  amount numeric(38, 0) not null,
  balance numeric(38, 0) not null,
  primary key (account_id, sequence)
);
create index plain_entry_transfer on plain_entry (transfer_id);

create function plain_transfer(a bigint, b bigint, moved numeric) returns bigint language plpgsql as $$
declare
  made bigint;
begin
  perform 1 from plain_account where id in (a, b) order by id for update;
  insert into plain_transfer (from_id, to_id, amount) values (a, b, moved) returning id into made;
  with changed as (
    update plain_account
      set balance = balance + case id when a then -moved else moved end, sequence = sequence + 1
      where id in (a, b)
      returning id, balance, sequence
  )
  insert into plain_entry (transfer_id, account_id, sequence, amount, balance)
    select made, id, sequence, case id when a then -moved else moved end, balance from changed;
  return made;
end $$;

-- Many in one transaction, one after the other; all accounts are locked first, in id order.
create function plain_transfers(a bigint[], b bigint[], moved numeric[]) returns bigint language plpgsql as $$
declare
  at integer;
begin
  perform 1 from plain_account where id = any(a || b) order by id for update;
  for at in 1 .. array_length(a, 1) loop
    perform plain_transfer(a[at], b[at], moved[at]);
  end loop;
  return array_length(a, 1);
end $$;`

/** Rows that violate the guarantees of both sides; each count must be 0. */
export const plainBroken = `
select
  (select count(*) from (
    select account_id from plain_entry group by account_id
    having count(*) <> max(sequence)) gaps)::int as gaps,
  (select count(*) from (
    select transfer_id from plain_entry group by transfer_id
    having sum(amount) <> 0 or count(*) <> 2) unbalanced)::int as unbalanced,
  (select count(*) from plain_account a join plain_entry e on e.account_id = a.id and e.sequence = a.sequence
    where e.balance <> a.balance)::int as drifted`
