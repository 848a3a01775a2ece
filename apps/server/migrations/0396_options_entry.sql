-- Of an option that entered at the first trade after its acceptance: the tick in force at the acceptance, and when it was.
alter table options_event add column entry jsonb;
