-- Rows of both were guarded, but not the whole tables.
create trigger funding_address_whole before truncate on funding_address
  for each statement execute function platform_refuse_change();
create trigger funding_bonus_whole before truncate on funding_bonus
  for each statement execute function platform_refuse_change();
