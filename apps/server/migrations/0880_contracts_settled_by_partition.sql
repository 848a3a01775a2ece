-- Up to which tick of each market everything is settled in a partition, for engines that hold some of them: of two engines the
-- faster one would write away in contracts_settled_tick what the other has not settled. That one stays what all partitions
-- have in common, written by an engine that holds all, as processes of the former release do. Of both the further one counts.
create table contracts_settled_by_partition (
  partition integer primary key,
  -- By the id of the market: {"1": 4711}.
  settled jsonb not null
) with (fillfactor = 50);
