-- Every amount that an event moves is stated by the event, so that the ledger entries can be compared with it: the hold
-- taken or returned, the part of the fee that bonus credit paid, margin drawn from other positions, and what of a loss
-- and of a fee remained unpaid.
alter table contracts_event
  add column held numeric(38, 0) not null default 0 check (held >= 0),
  add column bonus_fee numeric(38, 0) not null default 0 check (bonus_fee >= 0),
  add column drawn_margin numeric(38, 0) not null default 0 check (drawn_margin >= 0),
  add column unpaid_loss numeric(38, 0) not null default 0 check (unpaid_loss >= 0),
  add column unpaid_fee numeric(38, 0) not null default 0 check (unpaid_fee >= 0);

-- Events of the past are completed from their entries.
alter table contracts_event disable trigger contracts_event_append_only;
with moved as (
  select e.id,
    coalesce(sum(l.amount) filter (where a.purpose in ('contractHold', 'contract2Hold')), 0) as hold,
    coalesce(sum(l.amount) filter (where a.purpose in ('contractMargin', 'contract2Margin')), 0) as margin,
    coalesce(sum(l.amount) filter (where a.purpose = 'bonus'), 0) as bonus,
    coalesce(sum(l.amount) filter (where a.name = 'house/fees/USDT'), 0) as fees,
    coalesce(sum(l.amount) filter (where a.name = 'house/trading/USDT'), 0) as trading
  from contracts_event e
  left join ledger_entry l on l.transaction_id = e.transaction_id
  left join ledger_account a on a.id = l.account_id
  where e.kind in ('placed', 'opened', 'revoked', 'closed', 'closedPart')
  group by e.id
)
update contracts_event e set
  held = abs(m.hold),
  bonus_fee = greatest(-m.bonus, 0),
  drawn_margin = case when e.kind in ('closed', 'closedPart') then greatest(-m.margin - e.margin, 0) else 0 end,
  unpaid_fee = case when e.kind in ('closed', 'closedPart') then greatest(e.fee - m.fees, 0) else 0 end,
  unpaid_loss = case when e.kind in ('closed', 'closedPart') and e.profit < 0
    then greatest(-e.profit - m.trading, 0) else 0 end
from moved m where m.id = e.id;
alter table contracts_event enable trigger contracts_event_append_only;
