-- Until when AI ordering is active for a customer, by the business calendar; null while it never was.
alter table identity_customer add column activation_until_ms bigint;
