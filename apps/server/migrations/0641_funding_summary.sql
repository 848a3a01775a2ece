-- What a reviewer reads about a customer: each answer is the end of an index, however many rows the customer has.
create index funding_deposit_paid on funding_deposit (uid, paid_ms, id) where paid_ms is not null;
-- By destination, then by customer: the first use, the newest uses, and whether another customer uses it. Replaces the
-- index of the destination alone.
create index funding_withdrawal_use on funding_withdrawal (destination_key, uid, id) where destination_key is not null;
drop index funding_withdrawal_destination;
create index identity_device_first on identity_device (uid, first_ms);
