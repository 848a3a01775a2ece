-- A revoked order tells when it ended, as a closed one does.
alter table contracts_order drop constraint contracts_order_closed_is_whole;
update contracts_order o set closed_ms = coalesce(
  (select min(e.at_ms) from contracts_event e where e.order_id = o.id and e.kind = 'revoked'), o.created_ms)
  where status = 4;
alter table contracts_order add constraint contracts_order_closed_is_whole check (
  (status = 3) = (close_price is not null)
  and (status = 3) = (profit is not null)
  and (status = 3) = (close_fee is not null)
  and (status = 3) = (close_reason is not null)
  and (status in (3, 4)) = (closed_ms is not null)
);
