-- Orders that wait for a price, and prices at which positions close by themselves.

-- Numbers in the order of acceptance: of two that one tick reaches, the one accepted first fires first.
create sequence contracts_acceptance;

alter table contracts_order
  alter column opened_ms drop not null,
  -- Margin and fee held while the order is pending; margin and open_fee then say what they would be at its price.
  add column hold numeric(38, 0) not null default 0 check (hold >= 0),
  add column target_profit_price numeric(38, 0) check (target_profit_price > 0),
  add column stop_loss_price numeric(38, 0) check (stop_loss_price > 0),
  add column acceptance bigint not null default nextval('contracts_acceptance'),
  add constraint contracts_order_pending_holds check ((status = 0) = (hold > 0)),
  add constraint contracts_order_opened check (status in (0, 4) or opened_ms is not null);

-- Placing, revoking and setting stops are told too; only money has a transaction, only a price a tick.
alter table contracts_event
  alter column transaction_id drop not null,
  alter column tick drop not null,
  drop constraint contracts_event_kind_check,
  add constraint contracts_event_kind_check
    check (kind in ('opened', 'closed', 'closedPart', 'placed', 'revoked', 'stopsSet')),
  add constraint contracts_event_money_is_proven
    check (kind not in ('opened', 'closed', 'closedPart') or (transaction_id is not null and tick is not null));
