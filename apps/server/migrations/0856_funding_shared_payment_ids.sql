-- Ids that a gateway gave to more than one payment of an invoice; each is reported to the operator once.
alter table funding_invoice add column shared_ids text[] not null default '{}';
