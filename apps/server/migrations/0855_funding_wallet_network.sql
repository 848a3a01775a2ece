-- A wallet address whose currency was changed kept the network of the former currency in an earlier version, and so stood in
-- for the cold wallet of a network that it is not of. The record of changes has had the right network all along. Only rows are
-- repaired that hold what their newest change recorded.
update funding_destination d set network = c.network
from (
  select distinct on (uid) uid, network, sealed from funding_destination_change
  where kind = 'wallet' order by uid, id desc
) c
where d.kind = 'wallet' and d.uid = c.uid and d.sealed = c.sealed and d.network is distinct from c.network;
