-- The reserve of a subscription holds coins and USDT; both can be funded.
alter table console_fund add column asset text not null default 'USDT' check (asset ~ '^[A-Z0-9]+$');
alter table console_fund drop constraint console_fund_reserve_check;
alter table console_fund add constraint console_fund_reserve_check
  check (reserve in ('trading', 'fees', 'marketing', 'insurance', 'loans') or reserve ~ '^(interest|subscription):[1-9][0-9]*$');
alter table console_fund add check (asset = 'USDT' or reserve like 'subscription:%');
