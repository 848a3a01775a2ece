-- A withdrawal may turn out to need a second manager when it is decided, because of what one manager alone approved within
-- 24 hours. The number of managers is only ever raised. The destination has a keyed digest, so that withdrawals of
-- different customers to one destination can be added up while it stays encrypted.
alter table funding_withdrawal add column destination_key text;
create index funding_withdrawal_destination on funding_withdrawal (destination_key) where destination_key is not null;

create or replace function funding_withdrawal_keeps() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.uid, new.way, new.amount, new.fee, new.created_ms, new.deadline_ms)
      = (old.id, old.uid, old.way, old.amount, old.fee, old.created_ms, old.deadline_ms)
    and (new.needed = old.needed or new.needed > old.needed and old.state = 'waiting')
    and (new.destination_key is not distinct from old.destination_key or new.destination_key is null)
    and (old.ended_ms is null
      or (new.state, new.ended_ms) = (old.state, old.ended_ms)
        and (new.proof, new.rejection, new.batch_id)
          is not distinct from (old.proof, old.rejection, old.batch_id)) then
    return new;
  end if;
  raise exception 'funding: this % of a withdrawal is not allowed', lower(tg_op)
    using errcode = 'restrict_violation';
end $$;
