-- Sessions of staff have the columns of those of customers.
alter table staff_session rename column seen_ms to last_used_ms;
alter table staff_session add column started_ms bigint;
-- Twelve hours is the length of every session so far.
update staff_session set started_ms = expires_ms - 43200000;
alter table staff_session alter column started_ms set not null;
