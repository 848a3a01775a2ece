-- The state of a loan is a word beside its number (see 0800). A loan that ended refuses every change, so the guard rests while
-- the words are filled in, behind the lock of this migration.
alter table loans_loan
  add column state text not null default 'review'
    check (state in ('review', 'running', 'rejected', 'repaid', 'overdue', 'settled'));
alter table loans_loan disable trigger loans_loan_ended_stays;
update loans_loan set state = (array['review', 'running', 'rejected', 'repaid', 'overdue', 'settled'])[status + 1]
  where status <> 0;
alter table loans_loan enable trigger loans_loan_ended_stays;

create function loans_same_state() returns trigger language plpgsql as $$
declare
  words constant text[] := array['review', 'running', 'rejected', 'repaid', 'overdue', 'settled'];
begin
  if new.state is distinct from old.state then
    new.status := array_position(words, new.state) - 1;
  elsif new.status is distinct from old.status then
    new.state := words[new.status + 1];
  end if;
  return new;
end $$;
create trigger loans_loan_same_state before update on loans_loan
  for each row execute function loans_same_state();

create unique index loans_loan_one_open on loans_loan (uid) where state in ('review', 'running', 'overdue');
create index loans_loan_review on loans_loan (created_ms) where state = 'review';
create index loans_loan_owed on loans_loan (id) where state in ('running', 'overdue');
