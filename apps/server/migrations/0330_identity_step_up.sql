-- A session in which the customer has confirmed who is asking, for sensitive calls. Signing in alone does not.
alter table identity_session
  -- By the business calendar; good for ten minutes.
  add column stepped_up_ms bigint,
  -- 'password' when it was given alone, 'secondFactor' when a second factor was given too.
  add column stepped_up_by text check (stepped_up_by in ('password', 'secondFactor')),
  add constraint identity_session_step_up_is_whole check ((stepped_up_ms is null) = (stepped_up_by is null));
