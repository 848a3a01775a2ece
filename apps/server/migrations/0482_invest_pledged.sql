-- An order that ended while it secured a loan: its interest was paid, its principal stayed held until the loan let it go or
-- took it.
alter table invest_order add column ended_pledged boolean not null default false;
alter table invest_order add constraint invest_order_ended_pledged check (not ended_pledged or state = 'ended');
create index invest_order_pledged on invest_order (loan_id) where loan_id is not null;
