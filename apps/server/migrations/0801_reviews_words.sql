-- The state of a complaint is a word beside its number (see 0800).
alter table reviews_complaint
  add column state text not null default 'pending' check (state in ('pending', 'approved', 'rejected'));
update reviews_complaint set state = case status when 1 then 'approved' else 'rejected' end where status <> 0;

create function reviews_same_state() returns trigger language plpgsql as $$
begin
  if new.state is distinct from old.state then
    new.status := array_position(array['pending', 'approved', 'rejected'], new.state) - 1;
  elsif new.status is distinct from old.status then
    new.state := (array['pending', 'approved', 'rejected'])[new.status + 1];
  end if;
  return new;
end $$;
create trigger reviews_complaint_same_state before update on reviews_complaint
  for each row execute function reviews_same_state();
create index reviews_complaint_pending on reviews_complaint (created_ms) where state = 'pending';
