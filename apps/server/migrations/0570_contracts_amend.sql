-- A resting order is amended in place: its event states the hold before and after, and settles as often as it happens.
alter table contracts_event
  add column released numeric(38, 0) not null default 0 check (released >= 0),
  drop constraint contracts_event_kind_check,
  add constraint contracts_event_kind_check
    check (kind in ('opened', 'closed', 'closedPart', 'placed', 'amended', 'revoked', 'stopsSet'));

drop index trust_settlement_once;
create unique index trust_settlement_once on trust_settlement (kind, settled_id)
  where kind not in ('contractStopsSet', 'contractClosedPart', 'contractAmended');
