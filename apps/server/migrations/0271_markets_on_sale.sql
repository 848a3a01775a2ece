-- Staff can take a market off sale, and change what it offers while it runs.
alter table markets_product
  -- False: nothing new is opened; what is open is closed as always.
  add column on_sale boolean not null default true,
  -- When staff changed it last; null while nobody did.
  add column changed_ms bigint;

-- A tick never changes. Old ones are pruned; what settled something stays for ever, and so do published heads.
create function markets_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'markets: % of % is not allowed', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger markets_tick_never_changes before update on markets_tick
  for each statement execute function markets_refuse_change();
create trigger markets_kept_tick_stays before update or delete or truncate on markets_kept_tick
  for each statement execute function markets_refuse_change();
create trigger markets_chain_head_stays before update or delete or truncate on markets_chain_head
  for each statement execute function markets_refuse_change();
