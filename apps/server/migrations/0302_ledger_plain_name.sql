-- PostgreSQL reads the expression of a generated column anew for every row that is updated without needing it, and
-- that cost more than the rest of changing a balance. The name is worked out once instead, when the account is opened,
-- whatever was asked for; afterwards nobody can change it, nor what it is made of.
create or replace function ledger_check_new_account() returns trigger language plpgsql as $$
begin
  if new.purpose !~ '^[a-zA-Z0-9:._-]{1,64}$' or new.asset !~ '^[A-Z0-9]{1,16}$' then
    raise exception 'ledger: an account of purpose % and asset % is not allowed', new.purpose, new.asset
      using errcode = 'check_violation';
  end if;
  new.name := new.owner || '/' || case when new.owner = 'customer' then new.owner_id::text || '/' else '' end
    || new.purpose || '/' || new.asset;
  return new;
end $$;

alter table ledger_account alter column name drop expression;
