-- Which engine decides on the customers of a partition. The term goes up whenever another engine takes the partition over,
-- and what settles for a customer of it proves in its transaction that the term is still the newest. The rows are made by
-- the first start: how many there are is fixed from then on. In place of contracts_lease, which is not used any more.
create table contracts_partition (
  partition integer primary key check (partition >= 0),
  term bigint not null default 0,
  -- Until when nobody else may take over, by the clock of the database, which all engines share.
  until_ms bigint not null default 0
) with (fillfactor = 50);
