-- The reserve that loans are paid from can be funded too.
alter table console_fund drop constraint console_fund_reserve_check;
alter table console_fund add constraint console_fund_reserve_check
  check (reserve in ('trading', 'fees', 'marketing', 'insurance', 'loans') or reserve ~ '^interest:[1-9][0-9]*$');
