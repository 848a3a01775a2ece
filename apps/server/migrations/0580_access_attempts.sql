-- Failed attempts of customers and of staff are counted in one table.
alter table identity_attempt rename to access_attempt;
alter index identity_attempt_last rename to access_attempt_last;
alter table access_attempt rename constraint identity_attempt_pkey to access_attempt_pkey;
-- A counter of staff keeps its value: its key is the same hash behind another word, its window one hour.
insert into access_attempt (key, window_ms, started_ms, count, last_ms)
select case when key like 'pair:%' then 'staffPair' else 'staffAccount' end || substr(key, strpos(key, ':')),
  3600000, started_ms, count, last_ms
from staff_try;
drop table staff_try;
