-- One function for every trigger that refuses a change of what stays as it is: evidence, history, terms and settled rows.
-- Which rows and which changes a trigger refuses is in the trigger; the triggers keep their names, events and conditions.
create function platform_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is not allowed', lower(tg_op), tg_table_name using errcode = 'restrict_violation';
end $$;

-- It read rows that a truncation does not have, and refused with an error of its own instead of a reason.
drop trigger contracts_order_is_not_emptied on contracts_order;

do $$
declare
  former text;
  found record;
begin
  foreach former in array array[
    'ai_refuse_change', 'community_keep_text', 'console_keep_grants', 'console_keep_history', 'content_keep_history',
    'contracts_keep_evidence', 'contracts_keep_pool', 'contracts_refuse_settled', 'funding_refuse_arrival_change',
    'funding_withdrawal_event_is_append_only', 'invest_refuse_change', 'ledger_refuse_change', 'loans_refuse_change',
    'markets_refuse_change', 'options_keep_evidence', 'options_keep_orders', 'options_keep_settled',
    'protection_keep_history', 'referral_refuse_change', 'reviews_decision_is_append_only', 'rewards_refuse_change',
    'staff_audit_is_append_only', 'subscription_refuse_change', 'trust_refuse_change', 'wallets_refuse_change'
  ] loop
    for found in
      select pg_get_triggerdef(oid) as definition from pg_trigger where tgfoid = former::regproc and not tgisinternal
    loop
      execute replace(
        replace(found.definition, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'),
        format('EXECUTE FUNCTION %s()', former),
        'EXECUTE FUNCTION platform_refuse_change()'
      );
    end loop;
    execute format('drop function %I()', former);
  end loop;
end $$;
