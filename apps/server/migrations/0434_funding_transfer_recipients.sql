-- A reported hash binds together with its recipient: a transaction that pays several customers counts for each. Where no
-- node verifies transfers the recipient is not known, and a hash counts for one customer as before (empty recipient).
alter table funding_transfer add column owner_uid bigint, add column recipient text not null default '';
update funding_transfer t set owner_uid = d.uid from funding_deposit d where d.id = t.deposit_id;
alter table funding_transfer alter column owner_uid set not null;
drop index funding_transfer_hash;
create unique index funding_transfer_hash on funding_transfer (network, hash, recipient) where not is_rejected;
-- Addresses of one customer are looked up together, so the transaction counts once for each customer.
create unique index funding_transfer_customer on funding_transfer (network, hash, owner_uid) where not is_rejected;
