-- The state of a picture handed in for a task is a word beside its number (see 0801).
alter table rewards_submission
  add column state text not null default 'pending' check (state in ('pending', 'approved', 'rejected'));
update rewards_submission set state = case status when 1 then 'approved' else 'rejected' end where status <> 0;
create trigger rewards_submission_same_state before update on rewards_submission
  for each row execute function reviews_same_state();
create unique index rewards_submission_one_live on rewards_submission (uid, task) where state <> 'rejected';
create index rewards_submission_state on rewards_submission (state, created_ms, id);
