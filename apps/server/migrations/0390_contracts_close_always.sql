-- A close is never refused for want of reserve: what the insurance fund paid of a profit, and what the house owes of it.
alter table contracts_event
  add column insured_profit numeric(38, 0) not null default 0 check (insured_profit >= 0),
  add column owed numeric(38, 0) not null default 0 check (owed >= 0),
  drop constraint contracts_event_money_is_proven,
  -- A position whose margin is gone, in a wallet that holds nothing, closes without moving money.
  add constraint contracts_event_money_is_proven check (
    kind not in ('opened', 'closed', 'closedPart')
    or (tick is not null and (
      transaction_id is not null
      or (kind <> 'opened' and margin = 0 and profit <= 0 and insurance = 0)
    ))
  );
