-- Which engine acquired a partition last; null is the leader's, of this release and of those before. A process that takes the
-- lead acquires those of the leader it replaces at once, and waits until the leases of other engines expire.
alter table contracts_partition add column engine integer;
