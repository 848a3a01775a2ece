-- What was owed and the value of the pledged orders, at the payout and at each midnight since: the figures a loan was judged by.
create table loans_standing (
  loan_id bigint not null references loans_loan (id),
  at_ms bigint not null,
  owed numeric(38, 0) not null check (owed >= 0),
  value numeric(38, 0) not null check (value >= 0),
  primary key (loan_id, at_ms)
);
create trigger loans_standing_append_only before update or delete or truncate on loans_standing
  for each statement execute function platform_refuse_change();
