-- The backend of the connection on which the leader renewed its lease last: once it is gone, a standby need not wait for
-- the end of the lease.
alter table platform_leader add column backend integer;
