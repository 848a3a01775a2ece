-- The state of an identity check is a word (see 0799). Both releases of an upgrade write it: the former by its number, this
-- one by its word, and a trigger keeps them the same. The number goes with the trigger in the release after this one.
alter table kyc_submission
  add column state text not null default 'pending' check (state in ('pending', 'approved', 'rejected'));
update kyc_submission set state = case status when 2 then 'approved' else 'rejected' end where status <> 1;

create function kyc_same_state() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state then
    new.status := array_position(array['pending', 'approved', 'rejected'], new.state);
  elsif new.status is distinct from old.status then
    new.state := (array['pending', 'approved', 'rejected'])[new.status];
  end if;
  return new;
end $$;
create trigger kyc_submission_same_state before update on kyc_submission
  for each row execute function kyc_same_state();

create unique index kyc_submission_one_live on kyc_submission (uid) where state in ('pending', 'approved');
create index kyc_submission_pending on kyc_submission (created_ms) where state = 'pending';
