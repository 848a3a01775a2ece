-- Alerts on the change in 24 hours: the level is units of 1e-9 USDT, or signed hundredths of a percent (a fall is negative).
alter table alerts_alert rename column price to level;
alter table alerts_alert drop constraint alerts_alert_price_check;
alter table alerts_alert add column measure text not null default 'price';
alter table alerts_alert alter column measure drop default;
alter table alerts_alert add constraint alerts_alert_level check (case measure
  when 'price' then level > 0
  when 'change' then case side when 'above' then level between 1 and 100000 else level between -9999 and -1 end
  else false end);
