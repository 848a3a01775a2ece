-- The state of an application to be copied is a word beside its number (see 0801).
alter table invest_lead_application
  add column state text not null default 'pending' check (state in ('pending', 'approved', 'rejected'));
update invest_lead_application set state = case status when 1 then 'approved' else 'rejected' end where status <> 0;
create trigger invest_lead_application_same_state before update on invest_lead_application
  for each row execute function reviews_same_state();
create unique index invest_lead_application_pending on invest_lead_application (uid) where state = 'pending';
create index invest_lead_application_state on invest_lead_application (state, created_ms, id);
