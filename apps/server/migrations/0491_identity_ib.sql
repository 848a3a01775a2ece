-- What a manager set for the label of an introducing broker; null leaves it to the figures of every midnight.
alter table identity_customer add column ib_set smallint check (ib_set in (0, 1));
update identity_customer set ib_set = 1 where ib = 1;
