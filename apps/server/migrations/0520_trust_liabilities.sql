-- Signed liabilities reports and the trees behind them (decision 0029).

create table trust_report (
  -- 1, 2, … without gaps.
  number integer primary key check (number > 0),
  -- The day that ended, or of one on demand the running day; yyyymmdd.
  day integer not null,
  -- The midnight it belongs to; null of one on demand.
  midnight_ms bigint unique,
  made_ms bigint not null,
  text text not null,
  signature bytea not null check (length(signature) = 64),
  keyid text not null references trust_key,
  hash bytea not null check (length(hash) = 32),
  assets text[] not null,
  parts smallint not null check (parts between 2 and 8),
  customers bigint not null check (customers > 0),
  leaves bigint not null check (leaves = customers * parts),
  -- From it the nonces of the leaves are derived; sealed with SECRET_KEY for the purpose trust.reportSeed.
  sealed_seed text not null
);
create index trust_report_day on trust_report (day, number desc);
create trigger trust_report_stays before delete or truncate on trust_report
  for each statement execute function trust_refuse_change();
-- A new SECRET_KEY seals the seed anew.
create trigger trust_report_never_changes
  before update of number, day, midnight_ms, made_ms, text, signature, keyid, hash, assets, parts, customers, leaves
  on trust_report for each statement execute function trust_refuse_change();

-- A report has the next number and names the hash of the one before.
create function trust_check_report() returns trigger language plpgsql as $$
declare
  before record;
begin
  select r.number, r.hash into before from trust_report r order by r.number desc limit 1;
  if new.number <> coalesce(before.number, 0) + 1
    or new.hash <> sha256(convert_to(new.text, 'UTF8'))
    or new.text not like 'glasshouse.report.v1' || e'\nkey=' || new.keyid || e'\nnumber=' || new.number || e'\nday=' || new.day
      || e'\ntime=' || new.made_ms || e'\nprevious=' || encode(coalesce(before.hash, decode(repeat('00', 32), 'hex')), 'hex')
      || e'\n%' then
    raise exception 'trust: report % does not continue the reports', new.number
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger trust_report_continues before insert on trust_report
  for each row execute function trust_check_report();

-- Nodes of a tree, 256 neighbours a row: the leaves at height 0, and above each whole row one node at height 8, and so on.
create table trust_report_nodes (
  number integer not null,
  height smallint not null check (height >= 0 and height % 8 = 0),
  -- Row of its height, from the left.
  place integer not null check (place >= 0),
  -- One u128 per asset and the hash, per node.
  nodes bytea not null,
  primary key (number, height, place)
);
-- Who is in a tree with which balances and at which leaves, some customers a row, by account number.
create table trust_report_customers (
  number integer not null,
  first_uid bigint not null,
  -- Per customer: u64 number, a u32 index per part, one u128 per asset.
  customers bytea not null,
  primary key (number, first_uid)
);
-- Incompressible: hashes.
alter table trust_report_nodes alter column nodes set storage external;

-- A tree is written before its report is signed, and stays as it was then; what a stopped run left is removed.
create function trust_refuse_published() returns trigger language plpgsql as $$
declare
  published integer := case when tg_op = 'INSERT' then new.number else old.number end;
begin
  if exists (select from trust_report r where r.number = published) then
    raise exception 'trust: report % is published', published using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'INSERT' then new else old end;
end $$;
create trigger trust_report_nodes_stay before insert or delete on trust_report_nodes
  for each row execute function trust_refuse_published();
create trigger trust_report_nodes_never_change before update or truncate on trust_report_nodes
  for each statement execute function trust_refuse_change();
create trigger trust_report_customers_stay before insert or delete on trust_report_customers
  for each row execute function trust_refuse_published();
create trigger trust_report_customers_never_change before update or truncate on trust_report_customers
  for each statement execute function trust_refuse_change();

-- Who fetched the proof of a report.
create table trust_report_check (
  number integer not null references trust_report,
  uid bigint not null,
  primary key (number, uid)
);

-- A key of the environment is not stored; a new key is announced by the one before.
alter table trust_key alter column sealed drop not null;
alter table trust_key add column announcement text, add column announcement_signature bytea
  check (length(announcement_signature) = 64);
alter table trust_key add constraint trust_key_announcement_is_signed
  check ((announcement is null) = (announcement_signature is null));
drop trigger trust_key_never_changes on trust_key;
create trigger trust_key_never_changes
  before update of keyid, public_key, from_ms, announcement, announcement_signature on trust_key
  for each statement execute function trust_refuse_change();
