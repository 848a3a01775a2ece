-- What a customer's figure in a report consists of (decision 0043): claims beyond the own accounts, and which transactions count.

-- Ids up to the report's transaction that its snapshot did not contain, parted by blanks: under way then, or rolled back. Null
-- of reports made before they were noted.
alter table trust_report add column uncounted text;
drop trigger trust_report_never_changes on trust_report;
create trigger trust_report_never_changes
  before update of number, day, midnight_ms, made_ms, text, signature, keyid, hash, assets, parts, customers, leaves, uncounted
  on trust_report for each statement execute function platform_refuse_change();

-- Claims of some customers, in pages by account number; a page without claims has no row.
create table trust_report_claims (
  number integer not null,
  first_uid bigint not null,
  -- Account number, name of the report's line and amount in units of 1e-8 of each claim, all parted by blanks.
  claims text not null,
  primary key (number, first_uid)
);
create trigger trust_report_claims_stay before insert or delete on trust_report_claims
  for each row execute function trust_refuse_published();
create trigger trust_report_claims_never_change before update or truncate on trust_report_claims
  for each statement execute function platform_refuse_change();
