-- Allotments are read page by page, in the order of the names of their rows: SHA-256 of the digits of the order's id.
alter table subscription_order
  add column hash text not null generated always as (encode(sha256(id::text::bytea), 'hex')) stored;
create index subscription_order_allotted on subscription_order (issue_id, hash) where allotted is not null;

-- Applications of an issue that stand; after the allotment those that took part.
alter table subscription_issue add column applications bigint not null default 0 check (applications >= 0);
alter table subscription_issue disable trigger subscription_issue_ended_stays;
update subscription_issue i set applications = (
  select count(*) from subscription_order o
  where o.issue_id = i.id and case when i.state in ('paying', 'over') then o.allotted is not null else o.status = 1 end);
alter table subscription_issue enable trigger subscription_issue_ended_stays;
