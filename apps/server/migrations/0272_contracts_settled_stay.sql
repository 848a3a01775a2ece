-- An order that was closed or revoked is history: nobody changes what it came to, the product included.
create function contracts_refuse_settled() returns trigger language plpgsql as $$
begin
  raise exception 'contracts: % of settled order % is not allowed', lower(tg_op), old.id
    using errcode = 'restrict_violation';
end $$;
create trigger contracts_order_settled_stays before update or delete on contracts_order
  for each row when (old.status in (3, 4)) execute function contracts_refuse_settled();
create trigger contracts_order_whole before truncate on contracts_order
  for each statement execute function contracts_keep_evidence();
